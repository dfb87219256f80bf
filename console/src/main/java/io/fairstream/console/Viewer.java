package io.fairstream.console;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * User who asks.
 *
 * @param name as whom the console knows them; null where it asks nobody
 * @param role what they may see
 */
public record Viewer(@Nullable String name, Role role) {
    /** Anybody on this machine, where nobody is asked. */
    public static final Viewer ANYBODY = new Viewer(null, Role.ADMINISTRATOR);

    /** Rights of a viewer. */
    public enum Role {
        /** Own rows, and what says nothing of single others. */
        USER,
        /** Everything; and edits, where they are allowed. */
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
