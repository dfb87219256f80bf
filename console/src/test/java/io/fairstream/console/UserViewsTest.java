package io.fairstream.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.console.UserViews.ForbiddenException;
import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.rules.priority.Groups;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows that each user may see. */
class UserViewsTest {
    private static final Owners OWNERS = new Owners(Groups.of(List.of("physics", "physics.theory")), "pool.example");
    private static final Instant AT = Instant.parse("2026-03-02T08:00:00Z");

    /** A row with a secret that nobody else may see. */
    private record Row(String name, String secret) {}

    @ParameterizedTest
    @CsvSource({
        "alice, alice, true, the name itself",
        "alice, alice@pool.example, true, with the domain of the pool",
        "alice, physics.alice, true, in a group",
        "alice, physics.theory.alice@pool.example, true, in a group within a group",
        "alice, alice@elsewhere.example, false, who has the name elsewhere is somebody else",
        "alice, bob.alice, false, bob is no group: this is a name with a dot",
        "alice, malice, false, only the end is the same",
        "alice, alice2, false, only the begin is the same",
        "alice, Alice, false, names of users are what they are in whatever system",
        "alice, physics, false, a group is nobody's own",
        "alice@pool.example, alice@pool.example, true, who is known with a domain",
        "alice@pool.example, alice, false, and then without one it is not said",
    })
    void aNameIsOnesOwn(String user, String name, boolean isOwn, String reason) {
        assertEquals(isOwn, OWNERS.owns(user, name), reason);
    }

    @ParameterizedTest
    @CsvSource({
        "userprio, true, own rows",
        "jobs, true, own rows",
        "table priorities, true, own rows",
        "shares, true, banks and own rows",
        "explain alice, true, what is one's own",
        "explain root/physics/alice, true, what is one's own in a bank",
        "explain bob, false, another's",
        "explain root/physics, false, a bank's use is that of single users there",
        "audit, false, of the whole pool",
        "status, false, of the whole pool",
        "table rejections, false, with whatever was sent",
        "table charges, false, the journal",
        "what-if, false, of all",
        "negotiate, false, of all",
        "shares what-if, false, of all",
        "shares set, false, no listing",
        "report user top, false, of all",
        "report, false, none",
        "table, false, none",
    })
    void aUserMayAsk(String words, boolean isAllowed, String reason) {
        assertEquals(isAllowed, mayAsk(question(words)), reason);
    }

    private static Question question(String words) {
        return new Question(List.of(words.split(" ", -1)), List.of());
    }

    private static boolean mayAsk(Question question) {
        try {
            assertFalse(new UserViews(OWNERS)
                            .of(new Viewer("alice", Viewer.Role.USER), question)
                            .apply(new Document())
                            .sections()
                            .size()
                    > 0);
            return true;
        } catch (ForbiddenException e) {
            return false;
        }
    }

    /** A hundred thousand pairs of somebody and a question, and no answer holds what is another's. */
    @Test
    void nobodySeesAnothersRow() {
        Random random = new Random(20261123);
        int answered = 0;
        for (int i = 0; i < 100_000; i++) {
            String user = "user" + random.nextInt(40);
            Question question = randomQuestion(random);
            try {
                Document seen = new UserViews(OWNERS)
                        .of(new Viewer(user, Viewer.Role.USER), question)
                        .apply(answer(random));
                String text = new String(new Answer(seen, AT, Window.ALL).bytes(), StandardCharsets.UTF_8);
                if (isOfSingleUsers(question)) {
                    String others = text.replaceAll("secret of " + user + "\\.", "");
                    assertFalse(others.contains("secret of user"), () -> user + " " + question + " " + text);
                }
                answered++;
            } catch (ForbiddenException e) {
                // the other good end
            }
        }
        assertTrue(answered > 10_000, "most was refused: " + answered);
    }

    /** An explanation is of one's own rows as a whole; the commands about everybody tell nothing of single users. */
    private static boolean isOfSingleUsers(Question question) {
        String words = String.join(" ", question.words()) + " ";
        return Stream.of("explain", "report cluster utilization", "report leaders", "table nodes", "table settings")
                .noneMatch(common -> words.startsWith(common + " "));
    }

    private static Question randomQuestion(Random random) {
        List<String> words = List.of(
                "userprio", "jobs", "priority", "shares", "find", "report", "table", "explain", "audit", "what-if");
        List<String> more = List.of(
                "jobs",
                "efficiency",
                "hosts",
                "edits",
                "history",
                "priorities",
                "open-matches",
                "match-records",
                "job-accounting",
                "user-accounting",
                "association-usage",
                "fair-share",
                "charges",
                "rejections",
                "cluster",
                "leaders",
                "nodes",
                "settings",
                "user3",
                "root/a/user3",
                "physics.user3");
        List<String> question = new ArrayList<>(List.of(words.get(random.nextInt(words.size()))));
        for (int i = random.nextInt(3); i > 0; i--) {
            question.add(more.get(random.nextInt(more.size())));
        }
        List<Question.Option> options = random.nextBoolean()
                ? List.of()
                : List.of(new Question.Option(
                        random.nextBoolean() ? "as" : "key",
                        random.nextBoolean() ? "target" : "user" + random.nextInt(40)));
        return new Question(question, options);
    }

    /** Rows of many users under every name that says whose a row is, sums, sentences and warnings with secrets in them. */
    private static Document answer(Random random) {
        Document document = new Document().say("secret of user99.").warn("secret of user98.");
        for (String field : List.of("customer", "user", "path", "name")) {
            List<Row> rows = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                String user = "user" + random.nextInt(40);
                rows.add(new Row(written(field, user, random), "secret of " + user + "."));
            }
            Columns<Row> columns = new Columns<Row>().text(field, Row::name);
            if (field.equals("path")) {
                columns.text("user", row -> row.name().substring(row.name().lastIndexOf('/') + 1));
            }
            document.with(columns.text("kind", row -> kind(field, random))
                    .text("secret", Row::secret)
                    .report(rows)
                    .withSum(new Row("all", "secret of user97.")));
        }
        return document;
    }

    private static String kind(String field, Random random) {
        return field.equals("path")
                ? "user"
                : List.of("customer", "user", "job", "host").get(random.nextInt(4));
    }

    private static String written(String field, String user, Random random) {
        if (field.equals("path")) {
            return "root/physics/" + user;
        }
        return List.of(user, user + "@pool.example", "physics." + user).get(random.nextInt(3));
    }
}
