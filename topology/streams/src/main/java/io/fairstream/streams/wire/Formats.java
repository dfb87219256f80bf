package io.fairstream.streams.wire;

import io.fairstream.rules.assign.AssignmentRow;
import io.fairstream.rules.assign.Preferences;
import io.fairstream.rules.assign.Project;
import io.fairstream.rules.balance.Allocation;
import io.fairstream.rules.balance.BalanceRow;
import io.fairstream.rules.balance.TargetState;
import io.fairstream.rules.daily.DayRow;
import io.fairstream.rules.host.HostReport;
import io.fairstream.rules.host.HostRow;
import io.fairstream.rules.match.MatchRow;
import io.fairstream.rules.priority.PriorityRow;
import io.fairstream.rules.session.NodeRow;
import io.fairstream.rules.share.FairShareRow;
import io.fairstream.rules.share.ShareNode;

/** Formats of topics whose records are not worth code of their own. Matches, jobs, sessions and charges are. */
public final class Formats {
    public static final Format<Allocation> ALLOCATION =
            new RecordFormat<>(Allocation.class, io.fairstream.schemas.Allocation.getClassSchema());
    public static final Format<AssignmentRow> ASSIGNMENT =
            new RecordFormat<>(AssignmentRow.class, io.fairstream.schemas.Assignment.getClassSchema());
    public static final Format<TargetState> BALANCE = new RecordFormat<>(
                    BalanceRow.class, io.fairstream.schemas.Balance.getClassSchema())
            .as(BalanceRow::state, BalanceRow::of);
    public static final Format<DayRow> DAILY =
            new RecordFormat<>(DayRow.class, io.fairstream.schemas.Daily.getClassSchema());
    public static final Format<FairShareRow> FAIR_SHARE =
            new RecordFormat<>(FairShareRow.class, io.fairstream.schemas.FairShare.getClassSchema());
    public static final Format<HostRow> HOST =
            new RecordFormat<>(HostRow.class, io.fairstream.schemas.Host.getClassSchema());
    public static final Format<HostReport> HOST_REPORT =
            new RecordFormat<>(HostReport.class, io.fairstream.schemas.HostReport.getClassSchema());
    public static final Format<MatchRow> MATCH_RECORD =
            new RecordFormat<>(MatchRow.class, io.fairstream.schemas.MatchRecord.getClassSchema());
    public static final Format<NodeRow> NODE =
            new RecordFormat<>(NodeRow.class, io.fairstream.schemas.Node.getClassSchema());
    public static final Format<HeldMatch> OPEN_MATCH =
            new RecordFormat<>(HeldMatch.class, io.fairstream.schemas.OpenMatch.getClassSchema());
    /** By what projects are chosen: whether boards show the user is for who draws them, and is neither read nor kept. */
    public static final Format<Preferences> PREFERENCES = new RecordFormat<>(
            Preferences.class, RecordSchemas.without("listed", io.fairstream.schemas.Preferences.getClassSchema()));

    public static final Format<PriorityRow> PRIORITY =
            new RecordFormat<>(PriorityRow.class, io.fairstream.schemas.Priority.getClassSchema());
    public static final Format<Project> PROJECT =
            new RecordFormat<>(Project.class, io.fairstream.schemas.Project.getClassSchema());
    public static final Format<RejectionRow> REJECTION =
            new RecordFormat<>(RejectionRow.class, io.fairstream.schemas.Rejection.getClassSchema());
    public static final Format<SettingRow> SETTING =
            new RecordFormat<>(SettingRow.class, io.fairstream.schemas.Setting.getClassSchema());
    public static final Format<ShareNode> SHARE_NODE =
            new RecordFormat<>(ShareNode.class, io.fairstream.schemas.ShareNode.getClassSchema());
    public static final Format<TallyRow> TALLY =
            new RecordFormat<>(TallyRow.class, io.fairstream.schemas.Tally.getClassSchema());

    private Formats() {}
}
