package io.fairstream.benchmarks.flink;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * A record of {@code matches} on its way to its resource. Its value is decoded there, so that it is not encoded a second time.
 *
 * @param sent the record's timestamp, milliseconds since 1970
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record RawMatch(String resource, byte[] value, int partition, long offset, long sent) {
    static final RecordType<RawMatch> TYPE = new RecordType<>(RawMatch.class, new Serializer());

    /** As it goes from task to task. */
    static final class Serializer extends RecordSerializer<RawMatch> {
        private static final long serialVersionUID = 1L;

        @Override
        public void serialize(RawMatch match, DataOutputView target) throws IOException {
            target.writeUTF(match.resource());
            target.writeInt(match.value().length);
            target.write(match.value());
            target.writeInt(match.partition());
            target.writeLong(match.offset());
            target.writeLong(match.sent());
        }

        @Override
        public RawMatch deserialize(DataInputView source) throws IOException {
            String resource = source.readUTF();
            byte[] value = new byte[source.readInt()];
            source.readFully(value);
            return new RawMatch(resource, value, source.readInt(), source.readLong(), source.readLong());
        }

        @Override
        public TypeSerializerSnapshot<RawMatch> snapshotConfiguration() {
            return new Snapshot();
        }
    }

    /** Names the serializer in a checkpoint. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<RawMatch> {
        public Snapshot() {
            super(Serializer::new);
        }
    }
}
