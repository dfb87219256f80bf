package io.fairstream.streams.stage;

import io.fairstream.rules.assign.AssignmentRow;
import io.fairstream.rules.association.AssociationState;
import io.fairstream.rules.association.UsageTerms;
import io.fairstream.rules.balance.Allocation;
import io.fairstream.rules.balance.TargetState;
import io.fairstream.rules.daily.DayRow;
import io.fairstream.rules.host.HostRow;
import io.fairstream.rules.match.MatchRow;
import io.fairstream.rules.priority.PriorityRow;
import io.fairstream.rules.session.NodeRow;
import io.fairstream.rules.share.FairShareRow;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.wire.AssociationUsageFormat;
import io.fairstream.streams.wire.ChargeBlockBuilder;
import io.fairstream.streams.wire.ChargeBlockFormat;
import io.fairstream.streams.wire.Formats;
import io.fairstream.streams.wire.HeldMatch;
import io.fairstream.streams.wire.JobFormat;
import io.fairstream.streams.wire.NumberedJob;
import io.fairstream.streams.wire.RejectionRow;
import io.fairstream.streams.wire.TallyRow;
import io.fairstream.streams.wire.UsageFormat;
import java.util.Objects;
import java.util.Set;

/** The topics that stages write. */
public final class Outputs {
    public static final Output<ChargeBlockBuilder> CHARGES = new Output<>(
            Topics.CHARGES,
            new ChargeBlockFormat(),
            (key, block, partitions) -> Objects.requireNonNull(block).partition());
    public static final Output<HeldMatch> OPEN_MATCHES = Output.of(Topics.OPEN_MATCHES, Formats.OPEN_MATCH);
    public static final Output<MatchRow> MATCH_RECORDS = Output.of(Topics.MATCH_RECORDS, Formats.MATCH_RECORD);
    public static final Output<PriorityRow> PRIORITIES = Output.of(Topics.PRIORITIES, Formats.PRIORITY);
    public static final Output<NumberedJob> JOBS = Output.of(Topics.JOBS, new JobFormat());
    public static final Output<UsageFormat.JobUsage> JOB_ACCOUNTING =
            Output.of(Topics.JOB_ACCOUNTING, new UsageFormat.OfJobs());
    public static final Output<NodeRow> NODES = Output.of(Topics.NODES, Formats.NODE);
    public static final Output<UsageFormat.UserUsage> USER_ACCOUNTING =
            Output.of(Topics.USER_ACCOUNTING, new UsageFormat.OfUsers());
    public static final Output<FairShareRow> FAIR_SHARE = Output.of(Topics.FAIR_SHARE, Formats.FAIR_SHARE);
    public static final Output<HostRow> HOSTS = Output.of(Topics.HOSTS, Formats.HOST);
    public static final Output<AssignmentRow> ASSIGNMENTS = Output.of(Topics.ASSIGNMENTS, Formats.ASSIGNMENT);
    public static final Output<TargetState> BALANCES = new Output<>(
            Topics.BALANCES,
            Formats.BALANCE,
            (key, row, partitions) -> Topic.partition(Allocation.project(key), partitions));
    public static final Output<DayRow> DAILY = new Output<>(
            Topics.DAILY, Formats.DAILY, (key, row, partitions) -> Topic.partition(DayRow.account(key), partitions));
    public static final Output<RejectionRow> REJECTIONS = Output.of(Topics.REJECTIONS, Formats.REJECTION);
    public static final Output<TallyRow> TALLIES = Output.of(Topics.TALLIES, Formats.TALLY);

    /** Topics that the topology writes and reads back. */
    static final Set<Topic<?>> READ_BACK = Set.of(Topics.CHARGES, Topics.ASSOCIATION_USAGE, Topics.BALANCES);

    private Outputs() {}

    /**
     * The table of what users in banks, and banks, have used.
     *
     * @param terms under which the rows hold
     */
    public static Output<AssociationState> associationUsage(UsageTerms terms) {
        return Output.of(Topics.ASSOCIATION_USAGE, new AssociationUsageFormat(terms));
    }
}
