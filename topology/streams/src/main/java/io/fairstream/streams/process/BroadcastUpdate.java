package io.fairstream.streams.process;

import io.fairstream.rules.account.balance.TargetState;
import io.fairstream.rules.assign.Preferences;
import io.fairstream.rules.assign.Project;
import org.jspecify.annotations.Nullable;

/** What every task is told that chooses projects for hosts; of the record's key. */
public sealed interface BroadcastUpdate {
    /** A project takes part; null when no longer. */
    record OfProject(@Nullable Project project) implements BroadcastUpdate {}

    /** What a user wants; null when they take it back. */
    record OfPreferences(@Nullable Preferences preferences) implements BroadcastUpdate {}

    /** Where a target stands; null when there is nothing to tell any more. */
    record OfTarget(@Nullable TargetState standing) implements BroadcastUpdate {}
}
