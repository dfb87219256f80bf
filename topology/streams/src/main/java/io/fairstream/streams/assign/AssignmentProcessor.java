package io.fairstream.streams.assign;

import io.fairstream.rules.Rejection;
import io.fairstream.rules.assign.Chooser;
import io.fairstream.rules.assign.Chooser.AssignmentRow;
import io.fairstream.rules.assign.Chooser.HostFacts;
import io.fairstream.rules.assign.Preferences;
import io.fairstream.rules.assign.Project;
import io.fairstream.rules.assign.ProjectBoard;
import io.fairstream.rules.assign.ScorePolicy;
import io.fairstream.rules.host.HostReport;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.journal.Outcome.Effect;
import io.fairstream.rules.usage.ProjectAccount.TargetState;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.assign.LatestTable.LatestCodec;
import io.fairstream.streams.avro.Format;
import io.fairstream.streams.avro.RecordFormat;
import io.fairstream.streams.runtime.InputAccounting;
import io.fairstream.streams.runtime.Origins;
import io.fairstream.streams.runtime.Output;
import io.fairstream.streams.runtime.StageContext.TaskContext;
import io.fairstream.streams.runtime.StageInput;
import io.fairstream.streams.runtime.TopologyConfig;
import io.fairstream.streams.runtime.WriteBackStores;
import io.fairstream.streams.runtime.WriteBackStores.LocalStores;
import io.fairstream.streams.usage.UsageStages.UsageFormat;
import java.util.List;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.StoreBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Assigns projects to a host at each of its reports. Every task has a copy of all inputs: decisions about projects, preferences of users,
 * and balances of targets.
 *
 * <p>Balances are compared at the time of the report. The processor uses the records it has; later records affect the host's next report.
 */
public final class AssignmentProcessor
        implements Processor<String, AssignmentProcessor.AssignmentInput, String, Object> {
    /** Name of the processor; the names of its stores begin with it. */
    public static final String NAME = "assignment";

    /** Format of decisions about projects. */
    public static final Format<Project> PROJECT = new RecordFormat<>(Project.class, Topics.PROJECTS);

    /** Preferences without the field {@code listed}, which only affects the display of the user and is neither read nor stored. */
    public static final Format<Preferences> PREFERENCES =
            RecordFormat.without("listed", Preferences.class, Topics.PREFERENCES);

    /** Table of the projects assigned to each host. */
    public static final Output<AssignmentRow> ASSIGNMENTS = Output.of(Topics.ASSIGNMENTS, AssignmentRow.class);

    private static final String PROJECTS = NAME + "-projects";
    private static final String WISHES = NAME + "-preferences";
    private static final String BALANCES = NAME + "-balances";

    private final TopologyConfig config;
    private ProcessorContext<String, Object> processorContext;
    private TaskContext context;
    private Decisions<Project> projects;
    private Decisions<Preferences> preferences;
    private LatestTable<TargetState> balances;
    private ProjectBoard board;

    @SuppressWarnings("NullAway.Init") // init sets the context
    public AssignmentProcessor(TopologyConfig config) {
        this.config = config;
    }

    public static List<StoreBuilder<?>> stores(TopologyConfig config, LocalStores local) {
        return List.of(
                store(PROJECTS, PROJECT, config, local),
                store(WISHES, PREFERENCES, config, local),
                store(BALANCES, UsageFormat.BALANCE, config, local));
    }

    private static <T> StoreBuilder<?> store(String name, Format<T> format, TopologyConfig config, LocalStores local) {
        return new WriteBackStores<>(name, () -> new LatestCodec<>(format), config.heap(), local);
    }

    /** Input of projects, in every task that assigns projects to hosts. */
    public static StageInput<Project> projects(TopologyConfig config, StageInput.Check<Project> check) {
        return new StageInput<>(
                Topics.PROJECTS,
                PROJECT,
                StageInput.Key.of("project", Project::project),
                check,
                null,
                new StageInput.Partitioning(config.partitions().hosts(), true, null));
    }

    /** Input of users' preferences, in every task that assigns projects to hosts. */
    public static StageInput<Preferences> preferences(TopologyConfig config) {
        return new StageInput<>(
                Topics.PREFERENCES,
                PREFERENCES,
                StageInput.Key.of("user", Preferences::user),
                (preferences, sent, newest) -> preferences.refusal(),
                null,
                new StageInput.Partitioning(config.partitions().hosts(), true, null));
    }

    @Override
    public void init(ProcessorContext<String, Object> processorContext) {
        this.processorContext = processorContext;
        context = TaskContext.of(processorContext, NAME);
        projects = new Decisions<>(projects(config, (project, sent, newest) -> refusal(project)), PROJECTS);
        preferences = new Decisions<>(preferences(config), WISHES);
        balances = new LatestTable<>(processorContext, BALANCES, () -> {});
        board = new ProjectBoard();
        projects.table.visit(this::takePart);
        balances.visit(board::update);
    }

    private @Nullable Rejection refusal(Project project) {
        Rejection refused = project.refusal();
        return refused == null ? board.refusal(project) : refused;
    }

    /** Adds a stored project to the board; state of versions without a limit may hold too many, and the rest are ignored. */
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
            update(record.key(), row.state(), record.timestamp());
        }
    }

    private void decide(String name, @Nullable Project project) {
        if (board.decide(name, project)) {
            TargetState own = balances.get(name);
            if (own != null) {
                board.update(name, own);
            }
            balances.visitUnder(name + "/", board::update);
        }
    }

    private void assign(String host, HostReport report, long timestamp) {
        Preferences wished = preferences.table.get(report.user());
        ScorePolicy policy = policy(report.at());
        AssignmentRow row = Chooser.choose(
                HostFacts.of(report),
                board.projects(),
                wished == null ? Preferences.none(report.user()) : wished,
                policy,
                report.at());
        context.write(ASSIGNMENTS, host, row, timestamp);
    }

    private ScorePolicy policy(long at) {
        TopologyConfig.Volunteers volunteers = config.volunteers();
        return volunteers.isByRecentWork() ? board.byRecentWork(at, volunteers.recentDays()) : board.byBalance(at);
    }

    /** Stores a target's balance; a row without a key, which the topology never writes, is ignored. */
    private void update(@Nullable String target, @Nullable TargetState state, long timestamp) {
        if (target != null && balances.put(target, state, timestamp)) {
            board.update(target, state);
        }
    }

    /** Input of the tasks that assign projects to hosts; the key is the record's. */
    public sealed interface AssignmentInput {
        /** Report of one of the task's hosts. */
        record OfReport(HostReport report) implements AssignmentInput {}

        /** Decision about a project; null if it is deleted. */
        record OfProject(@Nullable Project project) implements AssignmentInput {}

        /** Preferences of a user; null if they are deleted. */
        record OfPreferences(@Nullable Preferences preferences) implements AssignmentInput {}

        /** Balance of a target; null if it is deleted. */
        record OfTarget(@Nullable TargetState state) implements AssignmentInput {}
    }

    /**
     * Decisions that are copied to all tasks. Each task stores valid decisions; only the task that owns the key counts their outcomes and
     * rejects invalid ones, so that each is counted once.
     */
    private final class Decisions<T> {
        private final LatestTable<T> table;
        private final InputAccounting<T> accounting;

        /** Creates the store's view; must be called during the processor's initialization. */
        Decisions(StageInput<T> input, String storeName) {
            this.table = new LatestTable<>(processorContext, storeName, this::finish);
            this.accounting = new InputAccounting<>(input, config.topic(input.topic()), context, table.store());
        }

        /** Applies a decision, or removes it if null; false if it is refused or unchanged. */
        boolean decide(Record<String, ?> record, @Nullable T decision) {
            Cause cause = Origins.read(processorContext, record, true);
            boolean isCountedHere = accounting.isHere(record.key() == null ? "" : record.key());
            Rejection refused = accounting.refusal(record.key(), decision, cause);
            if (refused != null) {
                if (isCountedHere) {
                    accounting.reject(record.key(), decision, cause, refused);
                }
                return false;
            }
            boolean hasChanged = table.put(record.key(), decision, record.timestamp());
            if (isCountedHere) {
                accounting.counts().count(hasChanged ? Effect.APPLIED : Effect.DUPLICATE);
            }
            return hasChanged;
        }

        private void finish() {
            accounting.finish();
        }
    }
}
