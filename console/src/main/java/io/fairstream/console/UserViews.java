package io.fairstream.console;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Report;
import io.fairstream.query.columns.RowText;
import io.fairstream.query.columns.Section;
import io.fairstream.query.records.Sight;
import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.FairShare;
import io.fairstream.schemas.Host;
import io.fairstream.schemas.Job;
import io.fairstream.schemas.JobAccounting;
import io.fairstream.schemas.MatchRecord;
import io.fairstream.schemas.OpenMatch;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.ShareKind;
import io.fairstream.schemas.ShareNode;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.UserAccounting;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Rights of users who are not administrators: they see their own rows, and rows that are not about a single user. Everything not
 * listed here is forbidden. Answers are computed from these rows only, except that ranks and other anonymous values are computed from
 * all rows. Footers and totals of restricted reports are omitted, since they may reveal other users.
 */
final class UserViews {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Commands whose rows belong to a user, with the field that names the user. */
    private static final Map<String, String> OWNED = Map.ofEntries(
            Map.entry("userprio", "customer"),
            Map.entry("jobs", "user"),
            Map.entry("priority", "user"),
            Map.entry("report jobs", "user"),
            Map.entry("report efficiency", "user"),
            Map.entry("report hosts", "user"),
            Map.entry("report edits", "customer"),
            Map.entry("report history", "customer"),
            Map.entry("table priorities", "customer"),
            Map.entry("table open-matches", "customer"),
            Map.entry("table match-records", "customer"),
            Map.entry("table jobs", "user"),
            Map.entry("table job-accounting", "user"),
            Map.entry("table user-accounting", "user"),
            Map.entry("table hosts", "user"));

    /** Commands whose rows belong to a bank, or to a user in a bank if the field {@code user} is set. */
    private static final Set<String> BANKS = Set.of("shares", "table association-usage");

    /** The command whose rows all belong to users in banks. */
    private static final String RANKING = "table fair-share";

    /** Commands that show no single users, or only those who agreed to be shown. */
    static final Set<String> COMMON =
            Set.of("report cluster utilization", "report leaders", "table nodes", "table settings");

    /** Kinds of names that belong to no user. */
    private static final Set<String> THINGS = Set.of("group", "bank", "node", "project", "target");

    private final Owners owners;

    UserViews(Owners owners) {
        this.owners = owners;
    }

    /** The viewer may not see the answer. */
    static final class ForbiddenException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        ForbiddenException(String message) {
            super(message);
        }
    }

    /** Rows from which an answer to the question may be computed. {@link #of} must have permitted the question. */
    Sight sight(Viewer viewer, Question question) {
        if (viewer.isAdministrator()) {
            return Sight.ALL;
        }
        String user = Objects.requireNonNull(viewer.name());
        String words = question.command().equals("explain") ? "explain" : words(question);
        return COMMON.contains(words) ? Sight.ALL : new OwnRows(owners, user, words);
    }

    /**
     * Rows of one user, and rows that belong to nobody.
     *
     * @param words the command and its subcommands
     */
    private record OwnRows(Owners owners, String user, String words) implements Sight {
        @Override
        public boolean showsCustomer(String name) {
            return owners.owns(user, name);
        }

        @Override
        public <V> boolean shows(Topic<V> topic, V value) {
            if (value instanceof Priority row) {
                return showsCustomer(row.getCustomer()) || (row.getGroup() && words.equals("find"));
            }
            if (value instanceof AccountEdit row) {
                // ranks in a history depend on the edits of all customers
                return words.equals("report history") || showsCustomer(row.getCustomer());
            }
            String path = path(value);
            if (path != null) {
                return owners.ownsPath(user, path);
            }
            String owner = owner(value);
            return owner == null || showsCustomer(owner);
        }

        /** Path of a user in a bank; null for a bank, and for a value without a path. */
        private static @Nullable String path(Object value) {
            if (value instanceof AssociationUsage row) {
                return row.getKind() == ShareKind.BANK ? null : row.getPath();
            }
            if (value instanceof ShareNode row) {
                return row.getKind() == ShareKind.BANK ? null : row.getPath();
            }
            return value instanceof FairShare row ? row.getPath() : null;
        }

        private static @Nullable String owner(Object value) {
            if (value instanceof OpenMatch row) {
                return row.getCustomer();
            }
            if (value instanceof MatchRecord row) {
                return row.getCustomer();
            }
            if (value instanceof Job row) {
                return row.getUser();
            }
            if (value instanceof JobAccounting row) {
                return row.getUser();
            }
            if (value instanceof UserAccounting row) {
                return row.getUser();
            }
            return value instanceof Host row ? row.getUser() : null;
        }
    }

    /**
     * Returns a filter that keeps the part of the answer that the viewer may see.
     *
     * @throws ForbiddenException if the viewer may see no part of it
     */
    UnaryOperator<Document> of(Viewer viewer, Question question) {
        if (viewer.isAdministrator()) {
            return UnaryOperator.identity();
        }
        String user = Objects.requireNonNull(viewer.name());
        if (question.command().equals("explain")) {
            requireOwn(user, question);
            return UnaryOperator.identity();
        }
        String words = words(question);
        if (COMMON.contains(words)) {
            return UnaryOperator.identity();
        }
        return document -> restricted(document, filter(user, words));
    }

    /** Names of the command and its subcommands. */
    private static String words(Question question) {
        List<String> words = question.words();
        String first = question.command();
        int count = first.equals("report") && words.size() > 1 && words.get(1).equals("cluster")
                ? 3
                : first.equals("report") || first.equals("table") ? 2 : 1;
        String known = String.join(" ", words.subList(0, Math.min(count, words.size())));
        boolean isKnown = OWNED.containsKey(known)
                || BANKS.contains(known)
                || known.equals(RANKING)
                || COMMON.contains(known)
                || known.equals("find");
        boolean isOther = known.equals("shares") && words.size() > 1;
        if (!isKnown || isOther) {
            throw new ForbiddenException("\"" + String.join(" ", words) + "\" is available to administrators only");
        }
        return known;
    }

    private void requireOwn(String user, Question question) {
        boolean isOwn =
                question.words().size() == 2 && isOwn(user, question.words().get(1));
        boolean isTarget = question.options().stream()
                .anyMatch(option -> option.name().equals("as") && option.value().equalsIgnoreCase("target"));
        if (!isOwn || isTarget) {
            throw new ForbiddenException("users may explain their own names only, " + user);
        }
    }

    private boolean isOwn(String user, String name) {
        return owners.owns(user, name) || owners.ownsPath(user, name);
    }

    private Predicate<JsonNode> filter(String user, String words) {
        String field = OWNED.get(words);
        if (field != null) {
            return row -> owners.owns(user, row.path(field).asText());
        }
        if (words.equals("find")) {
            return row -> THINGS.contains(row.path("kind").asText())
                    || (Set.of("customer", "user").contains(row.path("kind").asText())
                            && owners.owns(user, row.path("name").asText()))
                    || (row.path("kind").asText().equals("association")
                            && owners.ownsPath(user, row.path("name").asText()));
        }
        return row -> {
            String path = row.path("path").asText();
            boolean isBank = BANKS.contains(words) && !path.isEmpty() && !row.hasNonNull("user");
            return isBank || owners.ownsPath(user, path);
        };
    }

    private static Document restricted(Document document, Predicate<JsonNode> isSeen) {
        Document restricted = new Document();
        for (Section section : document.sections()) {
            if (section instanceof Report<?> report) {
                restricted.with(restricted(report, isSeen));
            }
        }
        return restricted;
    }

    private static <R> Report<R> restricted(Report<R> report, Predicate<JsonNode> isSeen) {
        Report.Rows<R> rows = to -> report.rows().each(row -> {
            JsonNode fields = fields(report, row);
            if (fields != null && isSeen.test(fields)) {
                to.accept(row);
            }
        });
        return new Report<>(report.part(), report.columns(), rows, null, report.order(), report.record());
    }

    private static <R> @Nullable JsonNode fields(Report<R> report, R row) {
        try {
            return JSON.readTree(RowText.json(report, row));
        } catch (JsonProcessingException e) {
            return null;
        }
    }
}
