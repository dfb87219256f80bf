package io.fairstream.streams.stage;

import io.fairstream.rules.assign.Preferences;
import io.fairstream.rules.assign.Project;
import io.fairstream.rules.balance.TargetState;
import io.fairstream.rules.host.HostReport;
import org.jspecify.annotations.Nullable;

/** Input of every task that chooses projects for hosts, with the record's key. */
public sealed interface AssignmentInput {
    /** A host of the task reports. */
    record OfReport(HostReport report) implements AssignmentInput {}

    /** A project takes part; null when no longer. */
    record OfProject(@Nullable Project project) implements AssignmentInput {}

    /** Preferences of a user; null when the user takes them back. */
    record OfPreferences(@Nullable Preferences preferences) implements AssignmentInput {}

    /** Where a target stands; null when there is nothing to tell any more. */
    record OfTarget(@Nullable TargetState standing) implements AssignmentInput {}
}
