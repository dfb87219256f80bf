package io.fairstream.htcondor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairstream.htcondor.file.ClassAd;
import io.fairstream.htcondor.file.RawEntry;
import io.fairstream.htcondor.match.Customer;
import io.fairstream.htcondor.match.Entries;
import io.fairstream.htcondor.match.EntryReader;
import io.fairstream.htcondor.match.Source;
import io.fairstream.htcondor.match.Weight;
import io.fairstream.reading.Outcome;
import io.fairstream.reading.Problem;
import io.fairstream.reading.RecordOutcomes;
import io.fairstream.schemas.MatchEvent;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reader of a startd's log of its claims ({@code STARTD_EVENTLOG}). A requested claim (104) holds the slot until it is
 * released (105) or the startd starts or shuts down (100, 103).
 */
final class ClaimLog implements EntryReader {
    /** First number of HTCondor's kinds of events for startds. */
    static final int FIRST_KIND = 100;

    private static final int LAST_KIND = 199;
    /** Number of public parts of a claim id: the startd's address, its start, and a number; the rest is secret. */
    private static final int PUBLIC_PARTS = 3;

    private final Source source;
    private final LogTimes times;
    private final Map<String, Double> slots;
    private final Entries entries;
    private final Map<String, Claim> claims = new HashMap<>();

    /** A claimed slot. */
    private record Claim(String slot, String matchId, long startMillis) {}

    /**
     * Creates a reader.
     *
     * @param slots weights of slots by name
     * @param problems receives each entry that is not an event
     */
    ClaimLog(Source source, LogTimes times, Map<String, Double> slots, Consumer<Problem> problems) {
        this.source = source;
        this.times = times;
        this.slots = slots;
        this.entries = new Entries(source.name(), problems);
    }

    @Override
    public void read(RawEntry entry, Consumer<MatchEvent> events) {
        entries.readLogged(entry, () -> {
            JobLogEvent event = JobLogEvent.of(entry);
            Instant at = event.at(times);
            return entries.timed(read(event, at, events), times.isGuess());
        });
    }

    private Outcome read(JobLogEvent event, Instant at, Consumer<MatchEvent> events) {
        return switch (event.kind()) {
            case 100, 103 -> releaseAll(at, events);
            case 104 -> request(event.attributes(), at, events);
            case 105 -> release(event.attributes(), at, events);
            default ->
                event.kind() < FIRST_KIND || event.kind() > LAST_KIND ? Outcome.UNKNOWN_KIND : Outcome.NOT_ABOUT_USE;
        };
    }

    private Outcome request(ClassAd ad, Instant at, Consumer<MatchEvent> events) {
        String slot = slot(ad);
        if (slot == null) {
            return Outcome.NO_SLOT;
        }
        String customer = source.userOr(customer(ad));
        if (customer == null) {
            return Outcome.NO_CUSTOMER;
        }
        String named = matchId(ad);
        Claim claim = new Claim(slot, named == null ? slot + "#" + at : named, at.toEpochMilli());
        Claim before = claims.get(slot);
        if (before != null && before.matchId().equals(claim.matchId())) {
            return Outcome.REPEATED;
        }
        claims.put(slot, claim);
        events.accept(source.matched(slot, at, customer, entries.weighed(weight(slot, ad)), claim.matchId()));
        return Outcome.BEGIN;
    }

    private Outcome release(ClassAd ad, Instant at, Consumer<MatchEvent> events) {
        String slot = slot(ad);
        if (slot == null) {
            return Outcome.NO_SLOT;
        }
        String named = matchId(ad);
        Claim claim = claims.get(slot);
        if (claim == null || (named != null && !named.equals(claim.matchId()))) {
            return Outcome.NOT_RUNNING;
        }
        claims.remove(slot);
        events.accept(end(claim, at));
        return Outcome.END;
    }

    private Outcome releaseAll(Instant at, Consumer<MatchEvent> events) {
        if (claims.isEmpty()) {
            return Outcome.NOT_ABOUT_USE;
        }
        claims.values().forEach(claim -> events.accept(end(claim, at)));
        claims.clear();
        return Outcome.END;
    }

    private MatchEvent end(Claim claim, Instant at) {
        Instant start = Instant.ofEpochMilli(claim.startMillis());
        return source.unmatched(claim.slot(), at.isBefore(start) ? start : at, claim.matchId());
    }

    private @Nullable String slot(ClassAd ad) {
        String name = Customer.first(ad, "Name", "SlotName");
        Long slot = ad.whole("SlotId");
        if (name != null || slot == null || slot < 1) {
            return name;
        }
        Long dynamic = ad.whole("DSlotId");
        String machine = ad.text("Machine");
        String number = dynamic == null || dynamic < 1 ? "slot" + slot : "slot" + slot + "_" + dynamic;
        return number + "@" + (machine == null ? source.name() : machine);
    }

    private static @Nullable String customer(ClassAd ad) {
        String job = Customer.ofJob(ad);
        return job == null ? Customer.person(ad, "RemoteOwner") : job;
    }

    /** Returns the public part of the claim's id; null if the log does not contain it. */
    private static @Nullable String matchId(ClassAd ad) {
        String id = Customer.first(ad, "PublicClaimId", "ClaimId");
        if (id == null) {
            return null;
        }
        int end = id.indexOf(">#");
        for (int part = 0; part < PUBLIC_PARTS; part++) {
            int next = id.indexOf('#', end + 1);
            if (next < 0) {
                return id;
            }
            end = next;
        }
        return id.substring(0, end);
    }

    private Weight weight(String slot, ClassAd ad) {
        Double known = slots.get(slot);
        return known == null || ad.has("SlotWeight") ? Weight.ofSlot(ad) : new Weight(known, null);
    }

    @Override
    public void pause(Consumer<MatchEvent> events) {
        // Every event was passed on when it was read.
    }

    @Override
    public RecordOutcomes outcomes() {
        return entries.outcomes();
    }

    @Override
    public JsonNode memory() {
        ObjectNode memory = times.memory();
        LogTimes.put(memory, "claims", claims.values());
        return memory;
    }

    @Override
    public void restore(JsonNode memory) {
        times.restore(memory);
        LogTimes.get(memory, "claims", Claim.class).forEach(claim -> claims.put(claim.slot(), claim));
    }
}
