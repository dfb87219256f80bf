package io.fairstream.reports.volunteers;

import java.util.Locale;

/** Whose work is summed up. */
public enum WorkBy {
    PROJECT,
    /** An app within its project. */
    APP,
    USER,
    HOST;

    /** As users write it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
