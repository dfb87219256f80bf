package io.fairstream.relations;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The columns whose numbers have no unit, or one that another column or the doc names for lack of a usual one. */
final class PlainNumbers {
    private static final Set<String> COUNTS = Set.of(
            "active_gpu_hosts",
            "active_hosts",
            "active_users",
            "allocated",
            "ambiguous",
            "applied",
            "booked",
            "capped_jobs_failed",
            "capped_jobs_succeeded",
            "delta_jobs_failed",
            "delta_jobs_succeeded",
            "details_min_processors_per_node",
            "details_nodes",
            "details_processors",
            "details_processors_per_task",
            "duplicates",
            "gpus",
            "holdings",
            "jobs_failed",
            "jobs_succeeded",
            "node_processors",
            "nodes",
            "of",
            "parts",
            "period_count",
            "processors",
            "processors_allocated",
            "processors_reserved",
            "read",
            "rejected",
            "reserved",
            "resources",
            "resources_in_use",
            "runs",
            "total_jobs_failed",
            "total_jobs_succeeded",
            "waiting",
            "without_effect");

    /** Numbers that name something or say its place. */
    private static final Set<String> NUMBERS = Set.of(
            "cause_offset",
            "cause_partition",
            "exit_code",
            "job_id",
            "kafka_index",
            "kafka_offset",
            "kafka_partition",
            "offset",
            "partition",
            "rank",
            "revision",
            "sequence",
            "session",
            "signal",
            "threshold",
            "urgency",
            "user_id");

    private static final Set<String> RATIOS = Set.of(
            "carry_over",
            "decay_factor",
            "edit_factor",
            "effective_usage",
            "factor",
            "level_share",
            "normalised_shares",
            "priority",
            "priority_factor",
            "share",
            "shares");

    private static final Set<String> SLOT_WEIGHTS = Set.of(
            "ceiling",
            "edit_ceiling",
            "edit_floor",
            "edit_priority",
            "effective_priority",
            "floor",
            "real_priority",
            "slot_weight",
            "subtree_weight_in_use",
            "weight",
            "weight_in_use");

    /** In the unit of an allocation. */
    private static final Set<String> BALANCES = Set.of(
            "accrual", "accrued", "balance", "cap", "charged", "granted", "initial_balance", "spent", "withheld");

    /** As the scheduler that is compared or steered has them. */
    private static final Set<String> SCHEDULERS = Set.of("before", "difference", "original", "ours", "theirs", "value");

    static final Set<String> ALL = Stream.of(COUNTS, NUMBERS, RATIOS, SLOT_WEIGHTS, BALANCES, SCHEDULERS)
            .flatMap(Set::stream)
            .collect(Collectors.toUnmodifiableSet());

    private PlainNumbers() {}
}
