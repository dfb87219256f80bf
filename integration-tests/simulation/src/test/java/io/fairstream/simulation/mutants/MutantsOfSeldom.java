package io.fairstream.simulation.mutants;

import java.util.List;

/** Mutants of rules about what is seldom: only some histories have it. */
final class MutantsOfSeldom {
    static final List<Mutant> ALL = List.of(
            new Mutant(
                    "a negative time of SYSTEM takes no part of a node's energy",
                    "it takes a negative one",
                    Mutants.RULES + "session/Snapshot.java",
                    "counted += Math.max(0, cpuMicros[i]);",
                    "counted += cpuMicros[i];"),
            new Mutant(
                    "of a host's epochs the last that reported are known",
                    "those that report again are forgotten first",
                    Mutants.RULES + "host/HostPoint.java",
                    "            epochs.remove(same);\n            epochs.add(",
                    "            epochs.remove(same);\n            epochs.add(same == null ? epochs.size() : 0, "),
            new Mutant(
                    "a balance above its cap stays",
                    "it is cut down to the cap",
                    Mutants.RULES + "usage/Allocation.java",
                    "Math.max(0, cap - balance(allocation))",
                    "cap - balance(allocation)"),
            new Mutant(
                    "an allocation counts from its start",
                    "it counts before",
                    Mutants.RULES + "assign/ProjectBoard.java",
                    "balance != null && balance.allocation().start() <= at",
                    "balance != null"),
            new Mutant(
                    "the end of a run in a charge is a time",
                    "it is anything",
                    Mutants.RULES + "journal/Charge.java",
                    "refused == null && holding.booked() != 0 ?",
                    "refused == null && holding.at() < 0 ?"),
            new Mutant(
                    "a GPU that becomes usable later in the day counts on that day",
                    "it does not",
                    Mutants.STREAMS + "host/HostStage.java",
                    "activity.isFirstOfDay() || !activity.gpuDays().isEmpty()",
                    "activity.isFirstOfDay()"),
            new Mutant(
                    "what a session used is of the job that was submitted last before its end",
                    "of the one that was submitted last before its begin",
                    Mutants.RULES + "usage/JobAccount.java",
                    "isSubmittedBefore(span.until())",
                    "isSubmittedBefore(span.from())"));

    private MutantsOfSeldom() {}
}
