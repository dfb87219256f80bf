package io.fairstream.streams.state;

import io.fairstream.rules.Held;
import io.fairstream.streams.state.StateBytes.StateIn;
import io.fairstream.streams.state.StateBytes.StateOut;

/** Layout of held resources in all kept state. */
public final class HeldParts {
    private HeldParts() {}

    public static void write(Held held, StateOut out) {
        out.writeLong(held.processors());
        out.writeNullable(held.nodes());
        out.writeLong(held.gpus());
        out.writeLong(held.memoryMiB());
        UsageParts.write(held.besides(), out);
        out.writeString(held.partition());
        out.writeString(held.qos());
    }

    public static Held read(StateIn in) {
        return new Held(
                in.readInt(),
                in.readNullableInt(),
                in.readInt(),
                in.readLong(),
                UsageParts.readTres(in),
                in.readString(),
                in.readString());
    }
}
