package io.fairstream.rules.laws;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.rules.EventHistory;
import io.fairstream.rules.Pages;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Entry.RateChange;
import io.fairstream.rules.journal.Outcome;
import io.fairstream.rules.match.MatchEvent;
import io.fairstream.rules.match.MatchLedger;
import io.fairstream.rules.match.OpenMatch;
import io.fairstream.rules.match.OpenMatch.EndedBy;
import io.fairstream.rules.match.OpenMatch.FinishedMatch;
import io.fairstream.rules.match.OpenMatch.MatchRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** The ledgers of a pool with their pages, as an owner keeps them, and everything they have said. */
public final class LedgerPipeline {
    private final Map<String, MatchLedger> ledgers = new TreeMap<>();
    private final Map<String, Map<Integer, EventHistory.Page<OpenMatch, MatchEvent>>> pages = new HashMap<>();
    private final Map<String, Map<Long, MatchRow>> records = new TreeMap<>();
    private final Map<String, List<Charge>> entries = new TreeMap<>();
    private int spills;

    public Outcome<Charge, MatchRow> apply(MatchEvent event) {
        MatchLedger ledger = ledgers.computeIfAbsent(event.resource(), resource -> new MatchLedger());
        Map<Integer, EventHistory.Page<OpenMatch, MatchEvent>> store =
                pages.computeIfAbsent(event.resource(), resource -> new HashMap<>());
        while (!ledger.isInMemory(event.at())) {
            ledger.loadPage(Objects.requireNonNull(store.remove(ledger.pages().takeNewest())));
        }
        Outcome<Charge, MatchRow> outcome = ledger.apply(event, MatchText.CAUSE);
        for (EventHistory.Page<OpenMatch, MatchEvent> page = ledger.evictPage();
                page != null;
                page = ledger.evictPage()) {
            store.put(ledger.pages().add(), page);
            spills++;
        }
        entries.computeIfAbsent(event.resource(), resource -> new ArrayList<>()).addAll(outcome.charges());
        outcome.results().forEach(record -> write(event.resource(), record));
        return outcome;
    }

    private void write(String resource, MatchRow record) {
        MatchRow before =
                records.computeIfAbsent(resource, name -> new TreeMap<>()).put(record.start(), record);
        assertEquals(before == null ? 1 : before.revision() + 1, record.revision(), () -> resource + ": " + record);
    }

    /** Replaces a ledger by one made of what is kept of it. */
    public void restart(String resource) {
        ledgers.computeIfPresent(resource, (name, ledger) -> {
            Pages kept = new Pages(ledger.pages().first(), ledger.pages().next());
            return new MatchLedger(
                    ledger.base(), List.copyOf(ledger.events()), ledger.held(), Map.copyOf(ledger.revisions()), kept);
        });
    }

    /** The entries of each resource in the order in which they were emitted. */
    public Map<String, List<Charge>> entries() {
        return entries;
    }

    public int spills() {
        return spills;
    }

    /** Returns the match of each resource now; free ones are left out. */
    public Map<String, OpenMatch> held() {
        Map<String, OpenMatch> held = new TreeMap<>();
        ledgers.forEach((resource, ledger) -> {
            if (ledger.held() != null) {
                held.put(resource, ledger.held());
            }
        });
        return held;
    }

    /** Per resource and start the record of the highest revision, without those withdrawn. */
    public Map<String, List<FinishedMatch>> finished() {
        Map<String, List<FinishedMatch>> finished = new TreeMap<>();
        records.forEach((resource, byStart) -> {
            List<FinishedMatch> valid = byStart.values().stream()
                    .map(MatchText::finished)
                    .filter(match -> match.endedBy() != EndedBy.WITHDRAWN)
                    .toList();
            if (!valid.isEmpty()) {
                finished.put(resource, valid);
            }
        });
        return finished;
    }

    /** The entries that are left when opposite ones are struck out: by customer, time, start and weight. */
    public Map<String, Integer> netEntries() {
        Map<String, Integer> net = new TreeMap<>();
        for (Charge charge : entries.values().stream().flatMap(List::stream).toList()) {
            RateChange change = MatchText.rate(charge);
            String key = charge.account().name() + " at " + change.at() + " since " + change.since() + " x"
                    + Math.abs(change.weight());
            net.merge(key, change.resources(), Integer::sum);
        }
        net.values().removeIf(sum -> sum == 0);
        return net;
    }
}
