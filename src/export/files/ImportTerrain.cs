// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Makes Unity terrains of an exported folder: Tools, Import Orogen Terrain, then choose its terrain.json. The folder may lie
// anywhere in the project; this script belongs into a folder called Editor.
#if UNITY_EDITOR
using System;
using System.Collections.Generic;
using System.IO;
using UnityEditor;
using UnityEngine;

public static class OrogenTerrainImport
{
    [Serializable]
    private class Numbers
    {
        public int resolution;
        public float size_x, size_y, size_z, position_y;
        public int alphamap_resolution;
    }

    [Serializable]
    private class Layer
    {
        public string name;
        public float[] colour;
    }

    [Serializable]
    private class Tile
    {
        public int x, y;
        public float east, south;
        public string[] heights, weights, colour, normals;
    }

    [Serializable]
    private class Description
    {
        public string format, target, name;
        public int tiles_x, tiles_y;
        public float[] extent;
        public Numbers numbers;
        public Layer[] layers;
        public Tile[] tiles;
    }

    [MenuItem("Tools/Import Orogen Terrain...")]
    private static void Choose()
    {
        string path = EditorUtility.OpenFilePanel("terrain.json of an export for Unity", Application.dataPath, "json");
        if (!string.IsNullOrEmpty(path)) Import(path);
    }

    public static void Import(string path)
    {
        var terrain = JsonUtility.FromJson<Description>(File.ReadAllText(path));
        if (terrain == null || terrain.format != "orogen-export" || terrain.target != "unity")
            throw new InvalidDataException(path + " does not describe an export for Unity");
        string folder = Path.GetDirectoryName(path);
        string assets = NewFolder("Assets", terrain.name + " terrain");
        TerrainLayer[] layers = MakeLayers(terrain, folder, assets);
        var made = new Terrain[terrain.tiles_x, terrain.tiles_y];
        var parent = new GameObject(terrain.name);
        foreach (Tile tile in terrain.tiles)
        {
            made[tile.x, tile.y] = MakeTile(terrain, tile, folder, assets, layers);
            made[tile.x, tile.y].transform.SetParent(parent.transform, false);
        }
        for (int y = 0; y < terrain.tiles_y; y++)
            for (int x = 0; x < terrain.tiles_x; x++)
                made[x, y].SetNeighbors(At(made, x - 1, y), At(made, x, y - 1), At(made, x + 1, y), At(made, x, y + 1));
        AssetDatabase.SaveAssets();
        Selection.activeGameObject = parent;
    }

    // Rows of tiles count from the north: the one above is y - 1.
    private static Terrain At(Terrain[,] made, int x, int y)
    {
        bool inside = x >= 0 && y >= 0 && x < made.GetLength(0) && y < made.GetLength(1);
        return inside ? made[x, y] : null;
    }

    private static string NewFolder(string parent, string name)
    {
        string guid = AssetDatabase.CreateFolder(parent, name);
        return AssetDatabase.GUIDToAssetPath(guid);
    }

    private static Terrain MakeTile(Description terrain, Tile tile, string folder, string assets, TerrainLayer[] layers)
    {
        Numbers n = terrain.numbers;
        var data = new TerrainData();
        data.heightmapResolution = n.resolution;
        data.size = new Vector3(n.size_x, n.size_y, n.size_z);
        data.SetHeights(0, 0, ReadHeights(Path.Combine(folder, tile.heights[0]), n.resolution));
        AssetDatabase.CreateAsset(data, assets + "/" + terrain.name + "_" + tile.x + "_" + tile.y + ".asset");
        if (layers.Length > 0)
        {
            data.terrainLayers = layers;
            data.alphamapResolution = n.alphamap_resolution;
            data.SetAlphamaps(0, 0, ReadWeights(folder, tile.weights, layers.Length, n.alphamap_resolution));
        }
        GameObject thing = Terrain.CreateTerrainGameObject(data);
        thing.name = terrain.name + "_" + tile.x + "_" + tile.y;
        // The middle of the whole at the origin, north along +z.
        float west = tile.east - terrain.extent[0] / 2;
        float south = terrain.extent[1] / 2 - tile.south - n.size_z;
        thing.transform.position = new Vector3(west, n.position_y, south);
        return thing.GetComponent<Terrain>();
    }

    // 16 bits, little-endian, the southern row first: as heights[z, x] counts.
    private static float[,] ReadHeights(string path, int resolution)
    {
        byte[] bytes = File.ReadAllBytes(path);
        if (bytes.Length != resolution * resolution * 2)
            throw new InvalidDataException(path + " does not have " + resolution + " x " + resolution + " values of 16 bits");
        var heights = new float[resolution, resolution];
        for (int z = 0, at = 0; z < resolution; z++)
            for (int x = 0; x < resolution; x++, at += 2)
                heights[z, x] = (bytes[at] | bytes[at + 1] << 8) / 65536f;
        return heights;
    }

    // Four layers in a picture. Unity counts the pixels of a texture from its lower left corner, the south-west.
    private static float[,,] ReadWeights(string folder, string[] files, int count, int resolution)
    {
        var weights = new float[resolution, resolution, count];
        for (int i = 0; i < files.Length; i++)
        {
            var picture = new Texture2D(2, 2, TextureFormat.RGBA32, false, true);
            picture.LoadImage(File.ReadAllBytes(Path.Combine(folder, files[i])));
            if (picture.width != resolution || picture.height != resolution)
                throw new InvalidDataException(files[i] + " is not " + resolution + " x " + resolution);
            Color32[] pixels = picture.GetPixels32();
            for (int z = 0, at = 0; z < resolution; z++)
                for (int x = 0; x < resolution; x++, at++)
                    for (int k = 0; k < 4 && 4 * i + k < count; k++)
                        weights[z, x, 4 * i + k] = Channel(pixels[at], k) / 255f;
            UnityEngine.Object.DestroyImmediate(picture);
        }
        return weights;
    }

    private static byte Channel(Color32 pixel, int index)
    {
        return index == 0 ? pixel.r : index == 1 ? pixel.g : index == 2 ? pixel.b : pixel.a;
    }

    private static TerrainLayer[] MakeLayers(Description terrain, string folder, string assets)
    {
        var layers = new List<TerrainLayer>();
        if (terrain.layers == null) return layers.ToArray();
        foreach (Layer described in terrain.layers)
        {
            bool known = described.colour != null && described.colour.Length == 3;
            Color colour = known ? new Color(described.colour[0], described.colour[1], described.colour[2]) : Color.grey;
            string file = assets + "/" + described.name + ".png";
            File.WriteAllBytes(file, Plain(colour).EncodeToPNG());
            AssetDatabase.ImportAsset(file);
            var layer = new TerrainLayer();
            layer.diffuseTexture = AssetDatabase.LoadAssetAtPath<Texture2D>(file);
            layer.tileSize = new Vector2(8, 8);
            AssetDatabase.CreateAsset(layer, assets + "/" + described.name + ".terrainlayer");
            layers.Add(layer);
        }
        return layers.ToArray();
    }

    // A texture of one colour, to be replaced by a real one.
    private static Texture2D Plain(Color colour)
    {
        var picture = new Texture2D(4, 4);
        var pixels = new Color[16];
        for (int i = 0; i < pixels.Length; i++) pixels[i] = colour;
        picture.SetPixels(pixels);
        picture.Apply();
        return picture;
    }
}
#endif
