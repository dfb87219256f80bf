package io.fairstream.streams.stage;

import io.fairstream.rules.Refused;
import io.fairstream.rules.assign.AssignmentRow;
import io.fairstream.rules.assign.Chooser;
import io.fairstream.rules.assign.HostFacts;
import io.fairstream.rules.assign.Preferences;
import io.fairstream.rules.assign.Project;
import io.fairstream.rules.assign.ProjectBoard;
import io.fairstream.rules.assign.ScorePolicy;
import io.fairstream.rules.balance.TargetState;
import io.fairstream.rules.host.HostReport;
import io.fairstream.schemas.Topic;
import java.util.Map;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the projects of a host, each time that it reports, from all that there are. What it chooses from goes to every task:
 * decisions about projects, preferences of users, and where targets stand.
 *
 * <p>Balances are compared at the time of the report. It works with the records it has, and a host is given others when it reports
 * next.
 */
public final class AssignmentProcessor implements Processor<String, AssignmentInput, String, Object> {
    /** Its stores. */
    public record Stores(String projects, String preferences, String balances) {}

    private final TopologyConfig accounting;
    private final Stores stores;
    private final Map<Topic<?>, String> nodes;
    private TaskContext context;
    private Decisions<Project> projects;
    private Decisions<Preferences> preferences;
    private LatestTable<TargetState> balances;
    private ProjectBoard board;

    @SuppressWarnings("NullAway.Init") // the context is there from init on
    public AssignmentProcessor(TopologyConfig accounting, Stores stores, Map<Topic<?>, String> nodes) {
        this.accounting = accounting;
        this.stores = stores;
        this.nodes = nodes;
    }

    @Override
    public void init(ProcessorContext<String, Object> processorContext) {
        context = new KafkaTaskContext(processorContext, nodes, null, 0);
        InputTopics feeds = new InputTopics(accounting);
        projects = new Decisions<>(
                feeds.projects((project, sent, newest) -> refusal(project)),
                accounting,
                processorContext,
                context,
                stores.projects());
        preferences = new Decisions<>(feeds.preferences(), accounting, processorContext, context, stores.preferences());
        balances = new LatestTable<>(processorContext, stores.balances(), () -> {});
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
    public void process(Record<String, AssignmentInput> record) {
        AssignmentInput input = record.value();
        if (input instanceof AssignmentInput.OfReport reported) {
            assign(record.key(), reported.report(), record.timestamp());
        } else if (input instanceof AssignmentInput.OfProject decided) {
            if (projects.decide(record, decided.project())) {
                decide(record.key(), decided.project());
            }
        } else if (input instanceof AssignmentInput.OfPreferences decided) {
            preferences.decide(record, decided.preferences());
        } else if (input instanceof AssignmentInput.OfTarget row) {
            stand(record.key(), row.standing(), record.timestamp());
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

    private void assign(String host, HostReport report, long timestamp) {
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
        context.write(Outputs.ASSIGNMENTS, host, row, timestamp);
    }

    private ScorePolicy policy(long at) {
        TopologyConfig.Volunteers volunteers = accounting.volunteers();
        return volunteers.isByRecentWork() ? board.byRecentWork(at, volunteers.recentDays()) : board.byBalance(at);
    }

    /** A row without a key, which the topology never writes, is of no target. */
    private void stand(@Nullable String target, @Nullable TargetState standing, long timestamp) {
        if (target != null && balances.put(target, standing, timestamp)) {
            board.stands(target, standing);
        }
    }
}
