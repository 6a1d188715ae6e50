# SPDX-License-Identifier: Apache-2.0
"""pip install: CMake builds the extension module, setuptools puts it into the package."""
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent


class CMakeBuild(build_ext):
    def build_extension(self, extension):
        target = Path(self.get_ext_fullpath(extension.name)).resolve().parent
        build = Path(self.build_temp).resolve()
        build.mkdir(parents=True, exist_ok=True)
        subprocess.run(["cmake", "-S", str(ROOT), "-B", str(build), "-DCMAKE_BUILD_TYPE=Release",
                        "-DNS_BUILD_TESTS=OFF", f"-DPython_EXECUTABLE={sys.executable}",
                        *shlex.split(os.environ.get("CMAKE_ARGS", ""))], check=True)
        subprocess.run(["cmake", "--build", str(build), "--target", "nonsmooth_python",
                        "--parallel", str(self.parallel or os.environ.get("NS_JOBS") or os.cpu_count())], check=True)
        module, = (build / "python" / "nonsmooth").glob("_core*.so")
        target.mkdir(parents=True, exist_ok=True)
        for file in (module, *module.parent.glob("*.pyi")):
            self.copy_file(str(file), str(target / file.name))


version = re.search(r"project\(nonsmooth VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
setup(version=version, packages=["nonsmooth"], package_dir={"nonsmooth": "python/nonsmooth"},
      package_data={"nonsmooth": ["py.typed"]},
      ext_modules=[Extension("nonsmooth._core", sources=[])], cmdclass={"build_ext": CMakeBuild})
