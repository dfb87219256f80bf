package io.fairstream.htcondor.match;

import io.fairstream.htcondor.file.ClassAd;
import io.fairstream.htcondor.file.Ending;
import io.fairstream.htcondor.file.Pieces;
import io.fairstream.htcondor.file.RawEntry;
import io.fairstream.reading.MalformedException;
import io.fairstream.reading.Outcome;
import io.fairstream.reading.Problem;
import io.fairstream.reading.RecordOutcomes;
import java.io.InputStream;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Slots in the output of {@code condor_status -long}, {@code -json} or {@code -xml}. Of several ads with the same name, the one
 * with the latest update counts.
 */
public final class Listing {
    /** Types of machine ads, old and new. */
    private static final Set<String> SLOT_TYPES = Set.of("machine", "slot");

    private final Map<String, Slot> slots = new LinkedHashMap<>();
    private final Entries entries;

    private Listing(Entries entries) {
        this.entries = entries;
    }

    /**
     * Reads a listing to its end.
     *
     * @param name of the listing, for messages
     * @param problems receives each entry that is not the ad of a slot
     */
    public static Listing read(String name, InputStream in, Consumer<Problem> problems) {
        Listing listing = new Listing(new Entries(name, problems));
        Pieces pieces = Pieces.of(name, in, Ending.BLANK_LINE);
        while (pieces.hasNext()) {
            RawEntry entry = pieces.next();
            listing.entries.read(entry, () -> listing.add(entry.ad()));
        }
        return listing;
    }

    private Outcome add(ClassAd ad) throws MalformedException {
        String type = ad.text("MyType");
        if (type != null && !SLOT_TYPES.contains(type.toLowerCase(Locale.ROOT))) {
            return Outcome.NOT_ABOUT_USE;
        }
        String name = ad.text("Name");
        if (name == null) {
            throw new MalformedException("Name: missing (expected: the slot's)");
        }
        Slot slot = Slot.of(name, ad);
        if (slot.isClaimed()) {
            entries.weighed(Weight.ofSlot(ad));
        }
        Slot before = slots.get(name);
        if (before == null) {
            slots.put(name, slot);
            return Outcome.LEARNED;
        }
        if (before.heard() == null || (slot.heard() != null && !slot.heard().isBefore(before.heard()))) {
            slots.put(name, slot);
        }
        return Outcome.REPEATED;
    }

    /** Returns each slot once, in the order of the listing. */
    public Collection<Slot> slots() {
        return Collections.unmodifiableCollection(slots.values());
    }

    /** Returns the weight of each slot, by name. */
    public Map<String, Double> weights() {
        Map<String, Double> weights = new HashMap<>();
        slots.forEach((name, slot) -> weights.put(name, slot.weight()));
        return weights;
    }

    /** Returns true if a slot is in the listing. */
    public boolean has(String name) {
        return slots.containsKey(name);
    }

    public RecordOutcomes outcomes() {
        return entries.outcomes();
    }
}
