// SPDX-License-Identifier: Apache-2.0
import * as THREE from 'three';
import { GLTFExporter } from 'three/addons/exporters/GLTFExporter.js';

/** The bodies of this instant as binary glTF: one node each, y up as the format asks. */
export async function exportGlb(stage) {
  const root = new THREE.Group(), m = new THREE.Matrix4(), colour = new THREE.Color();
  root.quaternion.setFromUnitVectors(stage.up, new THREE.Vector3(0, 1, 0));
  const materials = new Map();
  for (const drawn of stage.groups)
    drawn.userData.bodies.forEach((body, k) => {
      drawn.getMatrixAt(k, m);
      if (m.determinant() === 0) return;  // absent
      colour.fromArray(drawn.instanceColor.array, 3 * k);
      const key = colour.getHexString();
      if (!materials.has(key)) materials.set(key, new THREE.MeshStandardMaterial({ color: colour, roughness: 0.7, metalness: 0 }));
      const mesh = new THREE.Mesh(drawn.geometry, materials.get(key));
      mesh.name = stage.run.bodies[body].name;
      m.decompose(mesh.position, mesh.quaternion, mesh.scale);
      root.add(mesh);
    });
  const scene = new THREE.Scene();
  scene.add(root);
  const bytes = await new GLTFExporter().parseAsync(scene, { binary: true });
  return new Blob([bytes], { type: 'model/gltf-binary' });
}
