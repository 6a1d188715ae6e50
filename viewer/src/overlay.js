// SPDX-License-Identifier: Apache-2.0
// Contacts over the bodies: points, normals, and chains whose thickness is the force.
import * as THREE from 'three';
import { BODY, CONTACT } from './api.js';
import { heat } from './colours.js';

export class Overlay {
  points = false;
  normals = false;
  chains = false;

  constructor(scene, radius, bodyCount) {
    this.scene = scene;
    this.size = radius / Math.max(3, Math.cbrt(bodyCount) * 2);  // about half a body
    this.dots = this.#instanced(new THREE.SphereGeometry(1, 10, 8), '#c8463f');
    this.bars = this.#instanced(new THREE.CylinderGeometry(1, 1, 1, 8).rotateX(Math.PI / 2), '#ffffff');
    this.arrows = new THREE.LineSegments(new THREE.BufferGeometry(),
      new THREE.LineBasicMaterial({ color: '#1f4e79', depthTest: false, transparent: true }));
    this.arrows.frustumCulled = false;
    this.arrows.renderOrder = 2;
    scene.add(this.arrows);
  }

  #instanced(geometry, colour) {
    const material = new THREE.MeshBasicMaterial({ color: colour, depthTest: false, transparent: true });
    return this.#grown(geometry, material, 64);
  }

  #grown(geometry, material, capacity) {
    const mesh = new THREE.InstancedMesh(geometry, material, capacity);
    mesh.instanceColor = new THREE.InstancedBufferAttribute(new Float32Array(3 * capacity).fill(1), 3);
    mesh.frustumCulled = false;
    mesh.renderOrder = 1;
    mesh.count = 0;
    this.scene.add(mesh);
    return mesh;
  }

  #room(mesh, count) {
    if (mesh.instanceMatrix.count >= count) return mesh;
    this.scene.remove(mesh);
    const grown = this.#grown(mesh.geometry, mesh.material, 2 * count);
    mesh.dispose();
    return grown;
  }

  /** Contacts of a frame; `forceScale` is the impulse that counts as large. */
  show(frame, bodies, forceScale) {
    const rows = frame.contacts, count = rows.length / CONTACT;
    this.dots = this.#room(this.dots, count);
    this.bars = this.#room(this.bars, 2 * count);
    this.dots.count = 0;
    this.bars.count = 0;
    const lines = [];
    const m = new THREE.Matrix4(), turn = new THREE.Quaternion(), colour = new THREE.Color();
    const one = new THREE.Vector3(), z = new THREE.Vector3(0, 0, 1), n = new THREE.Vector3(), p = new THREE.Vector3();
    for (let k = 0; k < count; ++k) {
      const c = rows.subarray(k * CONTACT, (k + 1) * CONTACT);
      p.set(c[2], c[3], c[4]);
      n.set(c[5], c[6], c[7]);
      const push = Math.abs(c[8] * c[5] + c[9] * c[6] + c[10] * c[7]);
      const share = Math.sqrt(push / (forceScale || 1));
      if (this.points && push > 0) {
        m.makeScale(0.09 * this.size, 0.09 * this.size, 0.09 * this.size).setPosition(p);
        this.dots.setMatrixAt(this.dots.count++, m);
      }
      if (this.normals) lines.push(p.x, p.y, p.z, p.x + 0.6 * this.size * n.x, p.y + 0.6 * this.size * n.y, p.z + 0.6 * this.size * n.z);
      if (!this.chains || share < 0.02) continue;
      for (const body of [c[0], c[1]]) {
        if (bodies[body].kind.startsWith('half')) continue;  // its frame is anywhere
        const at = frame.bodies.subarray(body * BODY);
        const way = new THREE.Vector3(at[0] - p.x, at[1] - p.y, at[2] - p.z), long = way.length();
        if (long < 1e-12 || bodies[body].motion === 'fixed') continue;
        turn.setFromUnitVectors(z, way.clone().divideScalar(long));
        const wide = 0.22 * this.size * Math.min(1.5, share);
        m.compose(way.multiplyScalar(0.5).add(p), turn, one.set(wide, wide, long));
        this.bars.setMatrixAt(this.bars.count, m);
        this.bars.setColorAt(this.bars.count++, heat(share, colour));
      }
    }
    for (const mesh of [this.dots, this.bars]) {
      mesh.instanceMatrix.needsUpdate = true;
      mesh.instanceColor.needsUpdate = true;
    }
    this.arrows.geometry.dispose();
    this.arrows.geometry = new THREE.BufferGeometry();
    this.arrows.geometry.setAttribute('position', new THREE.Float32BufferAttribute(lines, 3));
  }
}
