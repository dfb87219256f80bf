package io.fairstream.query.shares;

/**
 * Statement about a path, such as a node, and its position in a file.
 *
 * @param place file and line, or only the file for formats without lines
 */
record Stated<V>(V node, String place) {}
