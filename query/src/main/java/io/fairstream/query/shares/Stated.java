package io.fairstream.query.shares;

import io.fairstream.rules.share.ShareTree.ShareNode;

/**
 * A node and its position in a file.
 *
 * @param place file and line, or only the file for formats without lines
 */
record Stated(ShareNode node, String place) {}
