package io.fairstream.benchmarks.flink;

import io.fairstream.rules.match.OpenMatch;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/**
 * Stored state of a resource.
 *
 * @param held the match it holds, or null when it is free
 * @param newest time of its newest event, milliseconds since 1970
 */
record Holding(@Nullable OpenMatch held, long newest) {
    /** As it is kept. */
    static final class Serializer extends RecordSerializer<Holding> {
        private static final long serialVersionUID = 1L;

        @Override
        public void serialize(Holding holding, DataOutputView target) throws IOException {
            OpenMatch held = holding.held();
            target.writeLong(holding.newest());
            target.writeBoolean(held != null);
            if (held != null) {
                target.writeUTF(held.pool());
                target.writeUTF(held.customer());
                target.writeDouble(held.slotWeight());
                target.writeLong(held.start());
                target.writeUTF(held.matchId());
            }
        }

        @Override
        public Holding deserialize(DataInputView source) throws IOException {
            long newest = source.readLong();
            return new Holding(source.readBoolean() ? readMatch(source) : null, newest);
        }

        private static OpenMatch readMatch(DataInputView source) throws IOException {
            return new OpenMatch(
                    source.readUTF(), source.readUTF(), source.readDouble(), source.readLong(), source.readUTF());
        }

        @Override
        public TypeSerializerSnapshot<Holding> snapshotConfiguration() {
            return new Snapshot();
        }
    }

    /** Names the serializer in a checkpoint. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<Holding> {
        public Snapshot() {
            super(Serializer::new);
        }
    }
}
