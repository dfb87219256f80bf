package io.fairstream.console;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A user of the console.
 *
 * @param name as the console knows it; null if the console authenticates nobody
 * @param role rights of the user
 */
record Viewer(@Nullable String name, Role role) {
    /** Any user of this machine, for a console without authentication. */
    public static final Viewer ANYBODY = new Viewer(null, Role.ADMINISTRATOR);

    /** Rights of a viewer. */
    public enum Role {
        /** May see own rows, and values that are not about other single users. */
        USER,
        /** May see everything, and make edits if these are enabled. */
        ADMINISTRATOR;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public boolean isAdministrator() {
        return role == Role.ADMINISTRATOR;
    }
}
