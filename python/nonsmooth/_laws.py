# SPDX-License-Identifier: Apache-2.0
from . import _core


def law(*, dimension):
    """Makes a class a law of `dimension` components, usable wherever a built-in one is.

    The class offers `resolvent(self, rho, u, z)`: the r for which (u, r) satisfies the law exactly if
    r = resolvent(rho, u, r - rho u), for any rho > 0. Newton methods also want
    `resolvent_jacobian(self, rho, u, z)`, which returns the derivatives (dz, du). With
    `bias(self, u_before)`, what is added to u+ from u-, it becomes a law of impacts, which acts while
    the gap is closed. `ns.check_law` says whether a law is sound.

        @ns.law(dimension=1)
        class Diode:
            def resolvent(self, rho, u, z):
                return np.maximum(z, 0.0)
    """
    def declare(kind):
        if not callable(getattr(kind, "resolvent", None)):
            raise _core.Error(f"{kind.__name__}: a law needs a method resolvent(self, rho, u, z)")
        kind.dimension = dimension
        return kind

    return declare
