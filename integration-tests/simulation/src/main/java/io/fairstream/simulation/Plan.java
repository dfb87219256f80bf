package io.fairstream.simulation;

import io.fairstream.simulation.history.Histories;
import io.fairstream.simulation.history.Sent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Plan of a run.
 *
 * @param seed of what happens when
 * @param partitions of all topics
 * @param instances at most at a time
 * @param faults at most
 * @param settings one after the other, each from some restart of all instances on
 * @param records in the order in which clients write them
 */
public record Plan(
        long seed, int partitions, int instances, int faults, List<Map<String, String>> settings, List<Sent> records) {
    public Plan {
        requirePositive("partitions", partitions);
        requirePositive("instances", instances);
        requirePositive("settings", settings.size());
        if (faults < 0) {
            throw new IllegalArgumentException("faults: " + faults + " (expected: >= 0)");
        }
        settings = List.copyOf(settings);
        records = List.copyOf(records);
    }

    private static void requirePositive(String what, int number) {
        if (number < 1) {
            throw new IllegalArgumentException(what + ": " + number + " (expected: >= 1)");
        }
    }

    /** Settings that change no number, so that they may be others at any time. */
    static final Set<String> FREE =
            Set.of("state.cache.max.entries", "priorities.refresh", "kafka.enable.transactional.statestores");

    /** Decides what of a match is charged when its event comes. */
    private static final String SUSPENDED = "charge.suspended";

    private static final String GROUPS = "groups";

    /** In one plan of so many a topic is made again. */
    private static final int SELDOM = 12;

    /** The same without any fault, with one instance, and with the last of the settings between which no number depends. */
    Plan undisturbed() {
        List<Map<String, String>> lasting = new ArrayList<>();
        for (int version = 0; version < settings.size(); version++) {
            if (version == settings.size() - 1 || hasOtherTermsAfter(version)) {
                lasting.add(settings.get(version));
            }
        }
        return new Plan(seed, partitions, 1, 0, lasting, records);
    }

    /** True if terms change that concern only sums, so that the sums are as if the last terms had always held. */
    boolean isSummedAnew() {
        return IntStream.range(0, settings.size()).anyMatch(this::hasOtherTermsAfter) && isChargedAlike();
    }

    /** Returns true if all settings charge the same matches. */
    boolean isChargedAlike() {
        return isSame(SUSPENDED, "true");
    }

    /** Returns true if all settings have the same groups, also those that were undone, of which some tasks may have committed a part. */
    boolean hasSameGroups() {
        return settings.stream()
                        .map(each -> each.getOrDefault(GROUPS, ""))
                        .distinct()
                        .count()
                == 1;
    }

    /** The names of settings that have several values, or that only some name: these have their defaults in the others. */
    Set<String> changedSettings() {
        Set<String> names = new HashSet<>();
        settings.forEach(each -> names.addAll(each.keySet()));
        names.removeIf(name -> settings.stream()
                        .map(each -> Optional.ofNullable(each.get(name)))
                        .distinct()
                        .count()
                == 1);
        return names;
    }

    /** The groups of which the rows depend on when others were configured; none if all settings have the same. */
    Set<String> changedGroups() {
        Set<String> groups = new HashSet<>();
        if (!hasSameGroups()) {
            groups.add("<none>");
            settings.forEach(
                    each -> groups.addAll(List.of(each.getOrDefault(GROUPS, "").split(",", -1))));
        }
        return groups;
    }

    private boolean isSame(String key, String byDefault) {
        return IntStream.range(0, settings.size())
                        .filter(version -> !isUndone(version))
                        .mapToObj(version -> settings.get(version).getOrDefault(key, byDefault))
                        .distinct()
                        .count()
                == 1;
    }

    /** The same without any fault, with one instance, and the last of the settings all the time. */
    Plan underTheLast() {
        return new Plan(seed, partitions, 1, 0, settings.subList(settings.size() - 1, settings.size()), records);
    }

    /** The same with each record once, in the order of their timestamps: what comes late, or again, changes no table. */
    Plan inOrder() {
        List<Sent> once = new ArrayList<>(new LinkedHashSet<>(records));
        once.sort(Comparator.comparingLong(Sent::timestamp));
        return with(once);
    }

    /** Returns true if all records that came under a version of the settings are applied before the next settings hold. */
    boolean isDrainedAfter(int version) {
        return hasOtherTerms(version, version + 1) && !isUndone(version);
    }

    /** Returns true if other terms hold for the records that follow. */
    private boolean hasOtherTermsAfter(int version) {
        return isDrainedAfter(version) && !isUndone(version + 1);
    }

    /** Returns true if these terms are undone: those before come back, and no record comes under these. */
    boolean isUndone(int version) {
        return version > 0 && hasOtherTerms(version, version + 1) && !hasOtherTerms(version - 1, version + 1);
    }

    private boolean hasOtherTerms(int version, int next) {
        return next < settings.size() && !terms(version).equals(terms(next));
    }

    /** Returns true if the next settings may hold at any time from now on. */
    boolean mayEnd(int version) {
        return version < settings.size() - 1 && !isDrainedAfter(version);
    }

    private Map<String, String> terms(int version) {
        Map<String, String> terms = new HashMap<>(settings.get(version));
        terms.keySet().removeAll(FREE);
        return terms;
    }

    /** Number of records that come before the terms of a version end: all terms have equally many. */
    int until(int version) {
        int before = (int) IntStream.range(0, version - (isUndone(version) ? 1 : 0))
                .filter(this::isDrainedAfter)
                .count();
        int all = (int)
                IntStream.range(0, settings.size()).filter(this::isDrainedAfter).count();
        return (records.size() - closing()) * (before + 1) / (all + 1);
    }

    /** Returns true if an input is deleted and made again, when all that came before is applied. */
    boolean isTopicRemade() {
        return faults > 0
                && Draws.TOPICS.of(seed).nextInt(SELDOM) == 0
                && IntStream.range(0, settings.size()).noneMatch(this::isDrainedAfter)
                && !hasLateSchemas();
    }

    /** Returns true if records are written by schemas that are known only later: which of them count depends on when they are read. */
    boolean hasLateSchemas() {
        return records.stream().anyMatch(record -> record.lateNumber().isPresent());
    }

    /** The number of records that come when all others are applied: those of {@link Histories#CLOSING}. */
    int closing() {
        int closing = 0;
        while (closing < records.size()
                && records.get(records.size() - 1 - closing).timestamp() == Histories.CLOSING) {
            closing++;
        }
        return closing;
    }

    /** True if instances join and leave, or restart under other settings. */
    boolean hasChanges() {
        return faults > 0
                || instances > 1
                || IntStream.range(0, settings.size()).anyMatch(this::mayEnd);
    }

    /** The same with other records. */
    Plan with(List<Sent> others) {
        return new Plan(seed, partitions, instances, faults, settings, others);
    }

    /** The same with so many faults at most. */
    Plan with(int atMost) {
        return new Plan(seed, partitions, instances, atMost, settings, records);
    }
}
