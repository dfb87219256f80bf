package io.fairstream.streams.wire;

import io.fairstream.rules.share.ShareNode;
import org.apache.avro.Schema;

/** Decisions about shares. */
public final class ShareNodeWire implements FastAvroReader<ShareNode>, FastAvroWriter<ShareNode> {
    static final Symbols<ShareNode.Kind> KINDS =
            new Symbols<>(ShareNode.Kind.class, io.fairstream.schemas.ShareKind.getClassSchema());

    @Override
    public Schema schema() {
        return io.fairstream.schemas.ShareNode.getClassSchema();
    }

    @Override
    public ShareNode read(AvroIn in) {
        return new ShareNode(
                in.readString(),
                KINDS.at(in.readIndex(KINDS.count())),
                in.readDouble(),
                in.readBoolean(),
                in.readBoolean());
    }

    @Override
    public void write(ShareNode node, AvroOut out) {
        out.writeString(node.path());
        out.writeLong(KINDS.index(node.kind()));
        out.writeDouble(node.shares());
        out.writeBoolean(node.active());
        out.writeBoolean(node.useParent());
    }
}
