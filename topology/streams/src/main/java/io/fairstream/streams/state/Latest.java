package io.fairstream.streams.state;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The latest value of a key, or null when there is none. Mutable; one owner. */
public final class Latest<T> {
    private @Nullable T value;

    Latest(@Nullable T value) {
        this.value = value;
    }

    public @Nullable T value() {
        return value;
    }

    /** Takes in the value of now; false if it is that of before. */
    public boolean become(@Nullable T now) {
        boolean hasChanged = !Objects.equals(value, now);
        value = now;
        return hasChanged;
    }
}
