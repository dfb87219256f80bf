package io.fairstream.streams.stage;

import io.fairstream.rules.EventTimes;
import io.fairstream.rules.assign.Preferences;
import io.fairstream.rules.assign.Project;
import io.fairstream.rules.balance.Allocation;
import io.fairstream.rules.host.HostReport;
import io.fairstream.rules.job.JobEvent;
import io.fairstream.rules.match.MatchEvent;
import io.fairstream.rules.priority.CustomerEdit;
import io.fairstream.rules.session.SessionDelta;
import io.fairstream.rules.share.ShareNode;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.wire.AccountEditFormat;
import io.fairstream.streams.wire.Formats;
import io.fairstream.streams.wire.JobEventFormat;
import io.fairstream.streams.wire.MatchEventFormat;
import io.fairstream.streams.wire.SessionDeltaFormat;

/** The topics that others write, and what their records must be. */
public final class InputTopics {
    private final TopologyConfig accounting;
    private final EventTimes times;

    public InputTopics(TopologyConfig accounting) {
        this.accounting = accounting;
        this.times = accounting.times();
    }

    public Feed<MatchEvent> matches() {
        return new Feed<>(
                Topics.MATCHES,
                new MatchEventFormat(),
                Feed.Key.of("resource", MatchEvent::resource),
                (event, sent, newest) -> event.refusal(times, sent, newest),
                MatchEvent::at,
                byKey(accounting.partitions().matches()));
    }

    public Feed<JobEvent> jobEvents() {
        return new Feed<>(
                Topics.JOB_EVENTS,
                new JobEventFormat(),
                Feed.Key.of("job", JobEvent::job),
                (event, sent, newest) -> event.refusal(times, sent, newest),
                JobEvent::at,
                byKey(accounting.partitions().jobs()));
    }

    /** Keyed by the node, and by others that say it, too. */
    public Feed<SessionDelta> sessionDeltas() {
        return new Feed<>(
                Topics.SESSION_DELTAS,
                new SessionDeltaFormat(),
                new Feed.Key<>(
                        "cluster/node", (delta, given) -> given != null && delta.hasKey(given) ? given : delta.key()),
                (delta, sent, newest) -> delta.refusal(times, sent, newest),
                SessionDelta::to,
                byKey(accounting.partitions().sessions()));
    }

    public Feed<HostReport> hostReports() {
        return new Feed<>(
                Topics.HOST_REPORTS,
                Formats.HOST_REPORT,
                Feed.Key.of("host", HostReport::host),
                (report, sent, newest) -> report.refusal(times, sent, newest),
                HostReport::at,
                byKey(accounting.partitions().hosts()));
    }

    public Feed<CustomerEdit> accountEdits() {
        return new Feed<>(
                Topics.ACCOUNT_EDITS,
                new AccountEditFormat(),
                Feed.Key.of("customer", CustomerEdit::customer),
                (edit, sent, newest) -> edit.refusal(accounting.groups(), times, sent, newest),
                edit -> edit.edit().at(),
                byKey(accounting.partitions().accounts()));
    }

    public Feed<ShareNode> shares() {
        return new Feed<>(
                Topics.SHARES,
                Formats.SHARE_NODE,
                Feed.Key.of("path", ShareNode::path),
                (node, sent, newest) -> node.refusal(),
                null,
                byKey(accounting.partitions().accounts()));
    }

    /** Those of a project and of its apps together. */
    public Feed<Allocation> allocations() {
        return new Feed<>(
                Topics.ALLOCATIONS,
                Formats.ALLOCATION,
                Feed.Key.of("target", Allocation::target),
                (allocation, sent, newest) -> allocation.refusal(),
                null,
                new Feed.Partitioning(accounting.partitions().accounts(), true, Allocation::project));
    }

    /** In every task that chooses projects for hosts. */
    public Feed<Project> projects(Feed.Check<Project> check) {
        return new Feed<>(
                Topics.PROJECTS,
                Formats.PROJECT,
                Feed.Key.of("project", Project::project),
                check,
                null,
                new Feed.Partitioning(accounting.partitions().hosts(), true, null));
    }

    /** In every task that chooses projects for hosts. */
    public Feed<Preferences> preferences() {
        return new Feed<>(
                Topics.PREFERENCES,
                Formats.PREFERENCES,
                Feed.Key.of("user", Preferences::user),
                (preferences, sent, newest) -> preferences.refusal(),
                null,
                new Feed.Partitioning(accounting.partitions().hosts(), true, null));
    }

    private Feed.Partitioning byKey(int partitions) {
        return new Feed.Partitioning(partitions, accounting.repartition(), null);
    }
}
