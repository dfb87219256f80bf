package io.fairstream.htcondor.match;

import io.fairstream.htcondor.file.ClassAd;
import io.fairstream.schemas.ObservedState;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A slot in a listing.
 *
 * @param name unique in its pool
 * @param state state of the slot
 * @param customer holder; null if there is none, or if it is not named
 * @param weight slot weight
 * @param suspended whether the claim is suspended
 * @param heard time of the collector's update, otherwise of the startd's; null if unknown
 */
record Slot(
        String name,
        ObservedState state,
        @Nullable String customer,
        double weight,
        boolean suspended,
        @Nullable Instant heard) {

    /** Creates the slot of this name from its ad. */
    static Slot of(String name, ClassAd ad) {
        Instant heard = ad.time("LastHeardFrom");
        return new Slot(
                name,
                state(ad.text("State")),
                Customer.ofSlot(ad),
                Weight.ofSlot(ad).amount(),
                "Suspended".equalsIgnoreCase(ad.text("Activity")),
                heard == null ? ad.time("MyCurrentTime") : heard);
    }

    boolean isClaimed() {
        return state == ObservedState.CLAIMED || state == ObservedState.PREEMPTING;
    }

    /** Returns the state. CheckMatches keeps a match only while the startd's state is matched or claimed, including preempting. */
    private static ObservedState state(@Nullable String state) {
        if (state == null) {
            return ObservedState.OTHER;
        }
        return switch (state.toLowerCase(Locale.ROOT)) {
            case "claimed" -> ObservedState.CLAIMED;
            case "preempting" -> ObservedState.PREEMPTING;
            case "matched" -> ObservedState.MATCHED;
            case "unclaimed", "owner", "drained", "backfill", "shutdown", "delete" -> ObservedState.UNCLAIMED;
            default -> ObservedState.OTHER;
        };
    }
}
