// SPDX-License-Identifier: Apache-2.0
// Bodies in three dimensions. Bodies of one form are one instanced mesh, so that ten thousand of
// them are a handful of calls per picture.
import * as THREE from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { toCreasedNormals } from 'three/addons/utils/BufferGeometryUtils.js';
import { BODY } from './api.js';
import { plain } from './colours.js';
import { Overlay } from './overlay.js';

const PICKED = new THREE.Color('#f2a900');
const FLAT = ['circle', 'polygon', 'segment'];

function geometryOf(mesh, count) {
  if (mesh.kind === 'sphere') return new THREE.IcosahedronGeometry(1, count > 4000 ? 2 : count > 500 ? 5 : 10);
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(mesh.points, 3));
  geometry.setIndex(mesh.triangles);
  return mesh.triangles.length === 0 ? geometry : toCreasedNormals(geometry, 0.5);
}

export class Stage {
  constructor(run) {
    this.run = run;
    this.renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio || 1, 2));
    this.renderer.shadowMap.enabled = run.bodies.length <= 3000;
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    this.canvas = this.renderer.domElement;
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute('aria-label', 'bodies in three dimensions; click one to pick it');
    this.scene = new THREE.Scene();
    this.scene.background = new THREE.Color('#e9edf2');
    const lower = new THREE.Vector3(...run.lower), upper = new THREE.Vector3(...run.upper);
    this.centre = lower.clone().add(upper).multiplyScalar(0.5);
    this.radius = Math.max(1e-6, 0.5 * upper.distanceTo(lower));
    const g = new THREE.Vector3(...run.gravity);
    this.up = g.length() > 0 ? g.normalize().negate() : new THREE.Vector3(0, 0, 1);
    this.scene.fog = new THREE.Fog('#e9edf2', 4 * this.radius, 13 * this.radius);  // grounds end nowhere
    this.flat = run.bodies.some((b) => FLAT.includes(b.kind));
    this.camera = new THREE.PerspectiveCamera(32, 1, this.radius * 0.01, this.radius * 200);
    this.controls = new OrbitControls(this.camera, this.canvas);
    this.controls.enableDamping = true;
    this.controls.dampingFactor = 0.12;
    this.controls.addEventListener('change', () => { this.dirty = true; });
    this.#lights();
    this.build(run);
    this.overlay = new Overlay(this.scene, this.radius, run.bodies.length);
    this.resetCamera();
  }

  #lights() {
    this.scene.add(new THREE.HemisphereLight('#ffffff', '#c9d1da', 2.0));
    const side = new THREE.Vector3(1, 0, 0);
    if (Math.abs(side.dot(this.up)) > 0.9) side.set(0, 1, 0);
    const across = new THREE.Vector3().crossVectors(this.up, side).normalize();
    const sun = new THREE.DirectionalLight('#fffaf3', 1.9);
    sun.position.copy(this.centre).addScaledVector(this.up, 3 * this.radius)
      .addScaledVector(side, -1.4 * this.radius).addScaledVector(across, -1.9 * this.radius);
    sun.target.position.copy(this.centre);
    sun.castShadow = true;
    sun.shadow.mapSize.set(2048, 2048);
    sun.shadow.normalBias = 0.004 * this.radius;
    sun.shadow.radius = 4;
    Object.assign(sun.shadow.camera, { left: -1.6 * this.radius, right: 1.6 * this.radius, top: 1.6 * this.radius,
      bottom: -1.6 * this.radius, near: 0.1 * this.radius, far: 9 * this.radius });
    this.scene.add(sun, sun.target);
  }

  /** Once at the start, and again when bodies were born. */
  build(run) {
    this.run = run;
    if (this.world) this.scene.remove(this.world);
    this.world = new THREE.Group();
    this.scene.add(this.world);
    this.slots = [];   // body -> [drawn, instance]
    this.groups = [];
    const members = run.meshes.map(() => []);
    run.bodies.forEach((body, i) => members[body.mesh].push(i));
    run.meshes.forEach((mesh, m) => { if (members[m].length > 0) this.#group(mesh, members[m]); });
    this.dirty = true;
  }

  #group(mesh, bodies) {
    const ground = mesh.kind === 'half_space' || mesh.kind === 'half-space';
    const geometry = geometryOf(mesh, this.run.bodies.length);
    if (mesh.triangles.length === 0) {
      geometry.setIndex(mesh.lines);
      for (const body of bodies) {
        const lines = new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({ color: '#53606d' }));
        lines.matrixAutoUpdate = false;
        this.world.add(lines);
        this.slots[body] = [lines, -1];
      }
      return;
    }
    // walls are seen from inside only, so that one can look into a box
    const material = new THREE.MeshStandardMaterial({ roughness: ground ? 1 : 0.62, metalness: 0, fog: ground,
      side: ground ? THREE.FrontSide : this.flat || mesh.kind.includes('mesh') || mesh.kind.includes('field') ? THREE.DoubleSide : THREE.FrontSide });
    const drawn = new THREE.InstancedMesh(geometry, material, bodies.length);
    drawn.instanceColor = new THREE.InstancedBufferAttribute(new Float32Array(3 * bodies.length), 3);
    drawn.frustumCulled = false;
    drawn.castShadow = !ground;
    drawn.receiveShadow = true;
    drawn.userData = { bodies, ground };
    this.world.add(drawn);
    this.groups.push(drawn);
    bodies.forEach((body, k) => { this.slots[body] = [drawn, k]; });
  }

  resetCamera() {
    const side = Math.abs(this.up.z) > 0.9 ? new THREE.Vector3(0.75, -1, 0) : new THREE.Vector3(0.4, 0, 1);
    const way = this.flat ? new THREE.Vector3(0, 0, 1) : side.normalize().addScaledVector(this.up, 0.45).normalize();
    const narrow = Math.min(1, this.camera.aspect);
    this.camera.up.copy(this.up);
    this.camera.position.copy(this.centre).addScaledVector(way, 3.4 * this.radius / narrow);
    this.controls.target.copy(this.centre);
    this.controls.update();
    this.dirty = true;
  }

  resize(width, height) {
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / Math.max(1, height);
    this.camera.updateProjectionMatrix();
    this.dirty = true;
  }

  /** Poses of `frame`, or between it and `next`. */
  place(frame, next = null, share = 0) {
    const count = Math.min(frame.bodies.length / BODY, this.slots.length);
    const a = frame.bodies, b = next && next.bodies.length >= a.length ? next.bodies : null;
    const q = [0, 0, 0, 0], m = new THREE.Matrix4();
    for (let i = 0; i < this.slots.length; ++i) {
      const [drawn, k] = this.slots[i], at = i * BODY;
      const scale = i < count && (a[at + 13] & 1) ? this.run.bodies[i].scale : [0, 0, 0];
      let x = a[at], y = a[at + 1], z = a[at + 2];
      for (let c = 0; c < 4; ++c) q[c] = a[at + 3 + c];
      if (b && i < count) {
        x += share * (b[at] - x);
        y += share * (b[at + 1] - y);
        z += share * (b[at + 2] - z);
        const dot = q[0] * b[at + 3] + q[1] * b[at + 4] + q[2] * b[at + 5] + q[3] * b[at + 6];
        for (let c = 0; c < 4; ++c) q[c] += share * ((dot < 0 ? -1 : 1) * b[at + 3 + c] - q[c]);
      }
      pose(m.elements, x, y, z, q, scale);
      if (k < 0) drawn.matrix.copy(m);
      else drawn.instanceMatrix.array.set(m.elements, 16 * k);
    }
    for (const drawn of this.groups) {
      drawn.instanceMatrix.needsUpdate = true;
      drawn.boundingSphere = null;
    }
    this.dirty = true;
  }

  /** `colour(i)` of a body, or null for its own. */
  paint(colour, picked) {
    for (const drawn of this.groups) {
      const array = drawn.instanceColor.array;
      drawn.userData.bodies.forEach((body, k) => {
        const c = body === picked ? PICKED : drawn.userData.ground ? GROUND : colour(body) ?? plain(this.run.bodies[body], body);
        c.toArray(array, 3 * k);
      });
      drawn.instanceColor.needsUpdate = true;
    }
    this.dirty = true;
  }

  fade(yes) {
    for (const drawn of this.groups) {
      if (drawn.userData.ground) continue;
      Object.assign(drawn.material, { transparent: yes, opacity: yes ? 0.22 : 1, depthWrite: !yes });
      drawn.castShadow = !yes;
      drawn.material.needsUpdate = true;
    }
    this.dirty = true;
  }

  /** The body under a point of the canvas, -1 if there is none; grounds do not count. */
  pick(x, y) {
    const rect = this.canvas.getBoundingClientRect(), caster = new THREE.Raycaster();
    caster.setFromCamera(new THREE.Vector2(2 * (x - rect.left) / rect.width - 1, 1 - 2 * (y - rect.top) / rect.height), this.camera);
    const solid = this.groups.filter((drawn) => !drawn.userData.ground);
    const [hit] = caster.intersectObjects(solid, false);
    return hit ? hit.object.userData.bodies[hit.instanceId] : -1;
  }

  /** Where a body is on the canvas, for whoever wants to click it. */
  pixel(body) {
    const [drawn, k] = this.slots[body], m = new THREE.Matrix4();
    if (k < 0) return null;
    drawn.getMatrixAt(k, m);
    const at = new THREE.Vector3().setFromMatrixPosition(m).project(this.camera);
    const rect = this.canvas.getBoundingClientRect();
    return [rect.left + (at.x + 1) * rect.width / 2, rect.top + (1 - at.y) * rect.height / 2];
  }

  render() {
    this.controls.update();
    if (!this.dirty) return;
    this.dirty = false;
    this.renderer.render(this.scene, this.camera);
  }
}

const GROUND = new THREE.Color('#e6ebf1');

// The matrix of a stretched, turned and moved mesh, by columns; q need not be normalised.
function pose(m, x, y, z, [w, i, j, k], [sx, sy, sz]) {
  const s = 2 / (w * w + i * i + j * j + k * k || 1);
  m[0] = sx * (1 - s * (j * j + k * k)); m[1] = sx * s * (i * j + w * k); m[2] = sx * s * (i * k - w * j); m[3] = 0;
  m[4] = sy * s * (i * j - w * k); m[5] = sy * (1 - s * (i * i + k * k)); m[6] = sy * s * (j * k + w * i); m[7] = 0;
  m[8] = sz * s * (i * k + w * j); m[9] = sz * s * (j * k - w * i); m[10] = sz * (1 - s * (i * i + j * j)); m[11] = 0;
  m[12] = x; m[13] = y; m[14] = z; m[15] = 1;
}
