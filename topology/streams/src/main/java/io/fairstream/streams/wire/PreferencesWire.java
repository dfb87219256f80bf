package io.fairstream.streams.wire;

import io.fairstream.rules.assign.Preferences;
import java.util.HashSet;
import java.util.Set;
import org.apache.avro.Schema;

/** Decisions about what users want. Each entry is written once, in the order of the alphabet. */
public final class PreferencesWire implements FastAvroReader<Preferences>, FastAvroWriter<Preferences> {
    @Override
    public Schema schema() {
        return io.fairstream.schemas.Preferences.getClassSchema();
    }

    @Override
    public Preferences read(AvroIn in) {
        return new Preferences(in.readString(), readSet(in), readSet(in), readSet(in));
    }

    private static Set<String> readSet(AvroIn in) {
        return new HashSet<>(in.readStrings());
    }

    @Override
    public void write(Preferences preferences, AvroOut out) {
        out.writeString(preferences.user());
        writeSet(preferences.optedOut(), out);
        writeSet(preferences.wanted(), out);
        writeSet(preferences.unwanted(), out);
    }

    private static void writeSet(Set<String> words, AvroOut out) {
        out.writeStrings(words.stream().sorted().toList());
    }
}
