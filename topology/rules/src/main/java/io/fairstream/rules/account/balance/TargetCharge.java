package io.fairstream.rules.account.balance;

import io.fairstream.rules.Work;
import java.util.List;

/**
 * What a project is charged.
 *
 * @param to end of the interval, milliseconds since 1970 UTC
 * @param parts what was done for each app
 */
public record TargetCharge(long to, List<Part> parts) {
    /**
     * What was done for an app.
     *
     * @param app empty when it was done for none that is known
     */
    public record Part(String app, Work work) {}
}
