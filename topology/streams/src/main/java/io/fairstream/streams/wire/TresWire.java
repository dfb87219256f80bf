package io.fairstream.streams.wire;

import io.fairstream.rules.Tres;
import java.util.TreeMap;

/** Trackable resources as a map of Avro. */
final class TresWire {
    private TresWire() {}

    static void write(Tres tres, AvroOut out) {
        out.writeItems(tres.amounts().entrySet(), amount -> {
            out.writeString(amount.getKey());
            out.writeLong(amount.getValue());
        });
    }

    static Tres read(AvroIn in) {
        TreeMap<String, Long> amounts = new TreeMap<>();
        in.readBlocks(() -> amounts.put(in.readString(), in.readLong()));
        return amounts.isEmpty() ? Tres.NONE : new Tres(amounts);
    }
}
