package io.fairstream.query.volunteers;

import java.util.Locale;

/** Key by which work is summed. */
public enum WorkBy {
    PROJECT,
    /** An app within its project. */
    APP,
    USER,
    HOST;

    /** Returns the name as users write it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
