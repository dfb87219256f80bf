package io.fairstream.query.shares;

import io.fairstream.rules.share.ShareTree.ShareNode;
import io.fairstream.rules.share.ShareTree.ShareNode.Kind;
import io.fairstream.schemas.ShareKind;

/** Conversion of share decisions from and to records of their topic. */
public final class ShareRecords {
    private ShareRecords() {}

    /** Converts a record to a node. */
    public static ShareNode node(io.fairstream.schemas.ShareNode record) {
        return new ShareNode(
                record.getPath(),
                record.getKind() == ShareKind.BANK ? Kind.BANK : Kind.USER,
                record.getShares(),
                record.getActive(),
                record.getUseParent());
    }

    /** Converts a node to a record. */
    public static io.fairstream.schemas.ShareNode record(ShareNode node) {
        return new io.fairstream.schemas.ShareNode(
                node.path(),
                node.kind() == Kind.BANK ? ShareKind.BANK : ShareKind.USER,
                node.shares(),
                node.active(),
                node.useParent());
    }
}
