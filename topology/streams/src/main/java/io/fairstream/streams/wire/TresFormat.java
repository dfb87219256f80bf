package io.fairstream.streams.wire;

import io.fairstream.rules.Tres;
import java.util.TreeMap;

/** Trackable resources as a map of Avro. */
final class TresFormat {
    private TresFormat() {}

    static void write(Tres tres, AvroOut out) {
        if (!tres.isNothing()) {
            out.writeLong(tres.size());
            tres.forEach((name, amount) -> {
                out.writeString(name);
                out.writeLong(amount);
            });
        }
        out.writeLong(0);
    }

    static Tres read(AvroIn in) {
        TreeMap<String, Long> amounts = new TreeMap<>();
        in.readBlocks(() -> amounts.put(in.readString(), in.readLong()));
        return Tres.of(amounts);
    }
}
