package io.fairstream.console;

import io.fairstream.console.Commands.UnknownCommandException;
import io.fairstream.console.Commands.WrongOptionException;
import io.fairstream.query.columns.Document;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.LiveTables;
import io.fairstream.query.records.UnavailableException;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.registry.SchemaRegistry.RegistryException;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Computes answers by running commands. */
final class Answers implements AnswerSource {
    private static final Logger LOG = LoggerFactory.getLogger(Answers.class);

    private final Commands commands;
    private final Readers readers;
    private final UserViews views;
    private final LiveTables tables;
    private final BooleanSupplier isAway;
    private final Clock clock;

    /**
     * A question and the viewer who asks it.
     *
     * @param question to a command
     * @param window selects the rows of the answer
     */
    record Asked(Viewer viewer, Question question, Window window) {}

    /**
     * A reply and the data it was computed from.
     *
     * @param versions of the topics that were read, as of before they were read
     */
    record Worked(Reply reply, Map<Topic<?>, Long> versions) {}

    /** @param isAway whether the cluster is unreachable */
    Answers(
            Commands commands,
            Readers readers,
            UserViews views,
            LiveTables tables,
            BooleanSupplier isAway,
            Clock clock) {
        this.commands = commands;
        this.readers = readers;
        this.views = views;
        this.tables = tables;
        this.isAway = isAway;
        this.clock = clock;
    }

    @Override
    public Optional<Reply> unavailable() {
        return isAway.getAsBoolean()
                ? Optional.of(Reply.problem(
                        Reply.UNAVAILABLE, "Kafka does not answer. This page continues when Kafka answers again."))
                : Optional.empty();
    }

    @Override
    public boolean isStale(Worked worked) {
        return isAway.getAsBoolean() != (worked.reply().status() == Reply.UNAVAILABLE)
                || worked.versions().entrySet().stream()
                        .anyMatch(each -> tables.version(each.getKey()) != each.getValue());
    }

    @Override
    public Worked answer(Asked asked) {
        Optional<Reply> none = unavailable();
        if (none.isPresent()) {
            return new Worked(none.get(), Map.of());
        }
        Readers.Lent lent;
        UnaryOperator<Document> view;
        try {
            view = views.of(asked.viewer(), asked.question());
            lent = readers.lend(views.sight(asked.viewer(), asked.question()));
        } catch (Failure e) {
            return new Worked(Reply.problem(Reply.UNAVAILABLE, String.valueOf(e.getMessage())), Map.of());
        } catch (RuntimeException e) {
            return new Worked(problem(asked.question(), e), Map.of());
        }
        boolean isWhole = false;
        try {
            Reply reply = reply(asked, view, lent);
            isWhole = reply.isAnswer() || reply.status() == Reply.BAD_REQUEST;
            return new Worked(reply, lent.versions());
        } finally {
            if (isWhole) {
                readers.giveBack(lent);
            } else {
                readers.discard(lent);
            }
        }
    }

    private Reply reply(Asked asked, UnaryOperator<Document> view, Readers.Lent lent) {
        try {
            Document document = view.apply(commands.show(asked.question(), lent.reader()));
            Instant at = commands.system(asked.question(), lent.reader()).of(lent.reader(), clock);
            Answer answer = new Answer(document, at, asked.window());
            return new Reply(Reply.OK, answer.type(), answer.bytes());
        } catch (IOException | InterruptedException | RuntimeException e) {
            return problem(asked.question(), e);
        }
    }

    /** Returns the reply that reports this exception instead of an answer. */
    static Reply problem(Object asked, Exception e) {
        String message = String.valueOf(e.getMessage());
        if (e instanceof UserViews.ForbiddenException) {
            return Reply.problem(Reply.FORBIDDEN, message);
        }
        if (e instanceof UnknownCommandException) {
            return Reply.problem(Reply.NOT_FOUND, message);
        }
        if (e instanceof WrongOptionException) {
            return Reply.problem(Reply.BAD_REQUEST, message);
        }
        if (e instanceof Failure) {
            return Reply.problem(Reply.REFUSED, message);
        }
        if (e instanceof AuthorizationException) {
            return Reply.problem(Reply.FORBIDDEN, "Kafka refuses this to the console: " + message);
        }
        if (e instanceof UnavailableException || e instanceof RetriableException) {
            return Reply.problem(Reply.UNAVAILABLE, "Kafka does not answer: " + message);
        }
        if (e instanceof RegistryException registry && !registry.isAboutTheSchema()) {
            return Reply.problem(Reply.UNAVAILABLE, message);
        }
        if (e instanceof InterruptedException || e instanceof InterruptException) {
            Thread.currentThread().interrupt();
            return Reply.problem(Reply.UNAVAILABLE, "the console is stopping");
        }
        LOG.warn("Failed to answer {}", asked, e);
        return Reply.problem(Reply.BUG, "Internal error. The console's log has the cause.");
    }
}
