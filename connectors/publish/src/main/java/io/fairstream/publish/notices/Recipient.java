package io.fairstream.publish.notices;

import java.net.URI;
import java.util.Locale;

/**
 * Recipient of notices.
 *
 * @param address of mail, URL of a webhook, or words of a command
 */
public record Recipient(Kind kind, String address) {
    /** Way of delivery. */
    public enum Kind {
        MAIL,
        WEBHOOK,
        EXEC;

        /** Returns the name in files and metrics. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Returns the identity in the ledger. */
    String key() {
        return kind + ":" + address;
    }

    /** Returns the name for people; of a webhook without the path, which may contain a password. */
    @Override
    public String toString() {
        return kind + " " + (kind == Kind.WEBHOOK ? URI.create(address).getHost() : address);
    }
}
