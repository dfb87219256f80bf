package io.fairstream.streams.process;

import io.fairstream.rules.Refused;
import io.fairstream.rules.account.balance.TargetState;
import io.fairstream.rules.assign.AssignmentRow;
import io.fairstream.rules.assign.Chooser;
import io.fairstream.rules.assign.HostFacts;
import io.fairstream.rules.assign.Preferences;
import io.fairstream.rules.assign.Project;
import io.fairstream.rules.assign.ProjectBoard;
import io.fairstream.rules.assign.ScorePolicy;
import io.fairstream.rules.ledger.host.HostReport;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.wire.Formats;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the projects of a host, each time that it reports, from all that there are. What it chooses from is told to every task:
 * decisions about projects, preferences of users, and where targets stand.
 *
 * <p>Balances are compared at the time of the report. It works with the records it has, and a host is given others when it reports
 * next.
 */
public final class AssignmentProcessor implements Processor<String, Object, String, Object> {
    /** Its stores. */
    public record Stores(String projects, String preferences, String balances) {}

    /** The nodes to which results go. */
    public record Sinks(String assignments, String rejections, String tallies) {}

    private final Accounting accounting;
    private final Stores stores;
    private final Sinks sinks;
    private ProcessorContext<String, Object> context;
    private Decisions<Project> projects;
    private Decisions<Preferences> preferences;
    private LatestTable<TargetState> balances;
    private ProjectBoard board;

    @SuppressWarnings("NullAway.Init") // the context is there from init on
    public AssignmentProcessor(Accounting accounting, Stores stores, Sinks sinks) {
        this.accounting = accounting;
        this.stores = stores;
        this.sinks = sinks;
    }

    @Override
    public void init(ProcessorContext<String, Object> processorContext) {
        context = processorContext;
        Outcomes.Sinks told = new Outcomes.Sinks(sinks.rejections(), sinks.tallies());
        projects = new Decisions<>(
                new DecisionKind<>(Topics.PROJECTS, "project", Project::project, this::refusal, Formats.PROJECT),
                accounting,
                context,
                stores.projects(),
                told);
        preferences = new Decisions<>(
                new DecisionKind<>(
                        Topics.PREFERENCES, "user", Preferences::user, Preferences::refusal, Formats.PREFERENCES),
                accounting,
                context,
                stores.preferences(),
                told);
        balances = new LatestTable<>(context, stores.balances(), () -> {});
        board = new ProjectBoard();
        projects.table().visit(this::takePart);
        balances.visit(board::stands);
    }

    private @Nullable Refused refusal(Project project) {
        Refused refused = project.refusal();
        return refused == null ? board.refusal(project) : refused;
    }

    /** State from before there was a limit may hold more projects than can take part. */
    private void takePart(String name, Project project) {
        if (board.hasRoomFor(name)) {
            board.decide(name, project);
        }
    }

    @Override
    public void process(Record<String, Object> record) {
        Object value = record.value();
        if (value instanceof HostReport report) {
            assign(record, report);
        } else if (value instanceof BroadcastUpdate.OfProject told) {
            if (projects.decide(record, told.project())) {
                decide(record.key(), told.project());
            }
        } else if (value instanceof BroadcastUpdate.OfPreferences told) {
            preferences.decide(record, told.preferences());
        } else {
            stand(record, ((BroadcastUpdate.OfTarget) value).standing());
        }
    }

    private void decide(String name, @Nullable Project project) {
        if (board.decide(name, project)) {
            TargetState own = balances.get(name);
            if (own != null) {
                board.stands(name, own);
            }
            balances.visitUnder(name + "/", board::stands);
        }
    }

    private void assign(Record<String, Object> record, HostReport report) {
        Preferences wished = preferences.table().get(report.user());
        ScorePolicy policy = policy(report.at());
        AssignmentRow row = AssignmentRow.of(
                report.user(),
                report.at(),
                policy.name(),
                Chooser.choose(
                        HostFacts.of(report),
                        board.projects(),
                        wished == null ? Preferences.none(report.user()) : wished,
                        policy));
        context.forward(new Record<>(record.key(), row, record.timestamp()), sinks.assignments());
    }

    private ScorePolicy policy(long at) {
        Accounting.Volunteers volunteers = accounting.volunteers();
        return volunteers.isByRecentWork() ? board.byRecentWork(at, volunteers.recentDays()) : board.byBalance(at);
    }

    /** A row without a key, which the topology never writes, is of no target. */
    private void stand(Record<String, Object> record, @Nullable TargetState standing) {
        if (record.key() != null && balances.put(record.key(), standing, record.timestamp())) {
            board.stands(record.key(), standing);
        }
    }
}
