package io.fairstream.benchmarks.flink;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * From an instant on, a customer holds so much more or less.
 *
 * @param at milliseconds since 1970
 * @param resources +1 or -1
 * @param weight change of the slot weight, of the same sign
 * @param sent timestamp of the record that led to it, milliseconds since 1970
 */
record UseChange(String customer, long at, int resources, double weight, long sent) {
    static final RecordType<UseChange> TYPE = new RecordType<>(UseChange.class, new Serializer());

    /** As it goes from task to task. */
    static final class Serializer extends RecordSerializer<UseChange> {
        private static final long serialVersionUID = 1L;

        @Override
        public void serialize(UseChange change, DataOutputView target) throws IOException {
            target.writeUTF(change.customer());
            target.writeLong(change.at());
            target.writeInt(change.resources());
            target.writeDouble(change.weight());
            target.writeLong(change.sent());
        }

        @Override
        public UseChange deserialize(DataInputView source) throws IOException {
            return new UseChange(
                    source.readUTF(), source.readLong(), source.readInt(), source.readDouble(), source.readLong());
        }

        @Override
        public TypeSerializerSnapshot<UseChange> snapshotConfiguration() {
            return new Snapshot();
        }
    }

    /** Names the serializer in a checkpoint. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<UseChange> {
        public Snapshot() {
            super(Serializer::new);
        }
    }
}
