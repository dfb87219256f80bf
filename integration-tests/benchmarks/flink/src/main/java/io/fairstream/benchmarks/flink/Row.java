package io.fairstream.benchmarks.flink;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/**
 * A record for Kafka, encoded.
 *
 * @param topic with its prefix
 * @param partition where it goes, or -1 for that of its key
 * @param value null for a tombstone
 * @param sent its timestamp, milliseconds since 1970
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Row(String topic, int partition, byte[] key, byte @Nullable [] value, long sent) {
    static final int OF_KEY = -1;
    static final RecordType<Row> TYPE = new RecordType<>(Row.class, new Serializer());

    /** As it goes from task to task, which it does not while sinks are chained. */
    static final class Serializer extends RecordSerializer<Row> {
        private static final long serialVersionUID = 1L;

        @Override
        public void serialize(Row row, DataOutputView target) throws IOException {
            target.writeUTF(row.topic());
            target.writeInt(row.partition());
            target.writeInt(row.key().length);
            target.write(row.key());
            byte[] value = row.value();
            target.writeInt(value == null ? -1 : value.length);
            if (value != null) {
                target.write(value);
            }
            target.writeLong(row.sent());
        }

        @Override
        public Row deserialize(DataInputView source) throws IOException {
            String topic = source.readUTF();
            int partition = source.readInt();
            byte[] key = new byte[source.readInt()];
            source.readFully(key);
            int length = source.readInt();
            byte[] value = length < 0 ? null : new byte[length];
            if (value != null) {
                source.readFully(value);
            }
            return new Row(topic, partition, key, value, source.readLong());
        }

        @Override
        public TypeSerializerSnapshot<Row> snapshotConfiguration() {
            return new Snapshot();
        }
    }

    /** Names the serializer in a checkpoint. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<Row> {
        public Snapshot() {
            super(Serializer::new);
        }
    }
}
