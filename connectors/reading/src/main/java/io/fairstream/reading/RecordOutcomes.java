package io.fairstream.reading;

import io.fairstream.reading.Outcome.Kind;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Number of records with each outcome. Mutable. */
public final class RecordOutcomes {
    private final SortedMap<Outcome, Long> counts = new TreeMap<>();
    private final SortedMap<Note, Long> notes = new TreeMap<>(Comparator.comparing(Note::ordinal));

    public void add(Outcome outcome) {
        add(outcome, 1);
    }

    public void add(Outcome outcome, long records) {
        if (records > 0) {
            counts.merge(outcome, records, Math::addExact);
        }
    }

    public void note(Note note) {
        note(note, 1);
    }

    public void note(Note note, long times) {
        if (times > 0) {
            notes.merge(note, times, Math::addExact);
        }
    }

    /** Decrements an outcome, for a record that turned out to be something else. */
    public void take(Outcome outcome) {
        counts.computeIfPresent(outcome, (same, records) -> records == 1 ? null : records - 1);
    }

    /** Decrements a note, for a property that became known later. */
    public void take(Note note) {
        notes.computeIfPresent(note, (same, times) -> times == 1 ? null : times - 1);
    }

    /** Moves a record to another outcome, if there is one to move. */
    public void move(Outcome from, Outcome to) {
        if (of(from) > 0) {
            take(from);
            add(to);
        }
    }

    /** Resets all counts to 0. */
    public void clear() {
        counts.clear();
        notes.clear();
    }

    public void addAll(RecordOutcomes others) {
        others.counts.forEach(this::add);
        others.notes.forEach(this::note);
    }

    public long of(Outcome outcome) {
        return counts.getOrDefault(outcome, 0L);
    }

    /** Returns the number of all records, used and left out. */
    public long total() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns the number of malformed records. */
    public long unreadable() {
        return texts(kind -> kind == Kind.UNREADABLE || kind == Kind.FOREIGN).values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    /** Returns the counts above 0, in the order of the enum. */
    public Map<Outcome, Long> counts() {
        return Collections.unmodifiableMap(new TreeMap<>(counts));
    }

    /** Returns the counts of notes. */
    public Map<Note, Long> notes() {
        return Collections.unmodifiableMap(notes);
    }

    /** Returns the number of records that count, by meaning, for people. */
    public Map<String, Long> used() {
        return texts(kind -> kind == Kind.USED);
    }

    /** Returns the number of records that do not count, by reason, for people. */
    public Map<String, Long> leftOut() {
        return texts(kind -> kind != Kind.USED);
    }

    /** Returns everything that may be missing or wrong, for people: records left out for lack of data, and notes. */
    public Map<String, Long> missed() {
        Map<String, Long> missed = new LinkedHashMap<>();
        texts(kind -> kind == Kind.LEFT_OUT || kind == Kind.UNREADABLE)
                .forEach((reason, records) -> missed.put("records left out: " + reason, records));
        notes.forEach((note, times) -> missed.put(note.text(), times));
        return missed;
    }

    private Map<String, Long> texts(Predicate<Kind> wanted) {
        Map<String, Long> texts = new LinkedHashMap<>();
        counts.forEach((outcome, records) -> {
            if (wanted.test(outcome.kind())) {
                texts.put(outcome.text(), records);
            }
        });
        return texts;
    }

    @Override
    public String toString() {
        return counts.toString();
    }
}
