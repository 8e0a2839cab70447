// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// usage: node meshes.mjs MODULES FILE...: what others find in mesh files, one line each: "FILE TRIANGLES minx miny minz maxx maxy
// maxz" by three's loaders (a compressed file through meshoptimizer's decoder), as the file has its axes; where vertices have colours,
// also "COLOURS FILE r g b v": their mean light and the mean of their vegetation. A .glb or .gltf that
// is not compressed also has to pass Khronos' checker without errors and warnings.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [modules, ...files] = process.argv.slice(2);
const require = createRequire(pathToFileURL(join(modules, 'x.js')));
const load = (name) => import(pathToFileURL(join(modules, 'node_modules', name)));
globalThis.self = globalThis; // what browsers have
globalThis.ProgressEvent = class extends Event {};
const THREE = await load('three/build/three.module.js');
const { GLTFLoader } = await load('three/examples/jsm/loaders/GLTFLoader.js');
const { OBJLoader } = await load('three/examples/jsm/loaders/OBJLoader.js');
const { PLYLoader } = await load('three/examples/jsm/loaders/PLYLoader.js');
const { STLLoader } = await load('three/examples/jsm/loaders/STLLoader.js');
const { MeshoptDecoder } = await load('meshoptimizer/meshopt_decoder.mjs');
const validator = require('gltf-validator');

const bytesOf = (path) => new Uint8Array(readFileSync(path));
const bufferOf = (path) => bytesOf(path).slice().buffer;

/// The JSON of a glTF with its buffers, textures left out: there is no canvas here to decode them.
function describe(path) {
    const bytes = bytesOf(path);
    const view = new DataView(bytes.buffer);
    const binary = view.getUint32(0, true) === 0x46546c67;
    const length = binary ? view.getUint32(12, true) : 0;
    const json = JSON.parse(new TextDecoder().decode(binary ? bytes.subarray(20, 20 + length) : bytes));
    for (const key of ['images', 'textures', 'samplers']) delete json[key];
    for (const material of json.materials ?? []) delete material.pbrMetallicRoughness?.baseColorTexture;
    for (const buffer of json.buffers) {
        const data = buffer.uri ? bytesOf(join(dirname(path), decodeURIComponent(buffer.uri))) : binary && buffer === json.buffers[0] ? bytes.subarray(28 + length) : undefined;
        if (data) buffer.uri = `data:application/octet-stream;base64,${Buffer.from(data).toString('base64')}`;
    }
    return json;
}

async function sceneOf(path) {
    if (path.endsWith('.obj')) return new OBJLoader().parse(readFileSync(path, 'utf8'));
    if (path.endsWith('.ply')) {
        const loader = new PLYLoader();
        loader.setCustomPropertyNameMapping({ vegetation: ['vegetation'] });
        return new THREE.Mesh(loader.parse(bufferOf(path)));
    }
    if (path.endsWith('.stl')) return new THREE.Mesh(new STLLoader().parse(bufferOf(path)));
    const loader = new GLTFLoader();
    loader.setMeshoptDecoder(MeshoptDecoder);
    return (await loader.parseAsync(JSON.stringify(describe(path)), '')).scene;
}

async function check(path) {
    const report = await validator.validateBytes(bytesOf(path), {
        uri: basename(path),
        externalResourceFunction: async (uri) => bytesOf(join(dirname(path), decodeURIComponent(uri))),
    });
    for (const m of report.issues.messages) if (m.severity < 2) throw new Error(`${path}: ${m.code} ${m.message} ${m.pointer}`);
}

let wrong = 0;
for (const path of files) {
    try {
        const isGltf = /\.gl(b|tf)$/.test(path);
        const compressed = isGltf && describe(path).extensionsUsed?.includes('EXT_meshopt_compression');
        if (isGltf && !compressed) await check(path);
        const scene = await sceneOf(path);
        let triangles = 0;
        scene.updateMatrixWorld(true);
        scene.traverse((o) => {
            if (o.isMesh) triangles += (o.geometry.index ?? o.geometry.attributes.position).count / 3;
        });
        scene.traverse((o) => {
            const colours = o.geometry?.attributes.color;
            if (!colours) return;
            const sums = [0, 0, 0, 0];
            const grown = o.geometry.attributes._vegetation ?? o.geometry.attributes.vegetation;
            for (let i = 0; i < colours.count; i++) {
                for (let k = 0; k < 3; k++) sums[k] += colours.getComponent(i, k) / colours.count;
                sums[3] += (grown?.getX(i) ?? Number.NaN) / colours.count;
            }
            console.log(`COLOURS ${basename(path)} ${sums.join(' ')}`);
        });
        const box = new THREE.Box3().setFromObject(scene, true);
        console.log([basename(path), triangles, ...box.min.toArray(), ...box.max.toArray()].join(' '));
    } catch (error) {
        wrong++;
        console.log(`FAULT: ${path}: ${error.message}`);
    }
}
process.exit(wrong ? 1 : 0);
