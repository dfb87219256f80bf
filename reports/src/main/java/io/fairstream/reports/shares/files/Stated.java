package io.fairstream.reports.shares.files;

import io.fairstream.rules.share.ShareTree.ShareNode;

/**
 * A node and where it was stated.
 *
 * @param place file and line, or the file alone where it has no lines to speak of
 */
public record Stated(ShareNode node, String place) {}
