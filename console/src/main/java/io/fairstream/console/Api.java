package io.fairstream.console;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.fairstream.console.Answers.Asked;
import io.fairstream.console.Commands.UnknownCommandException;
import io.fairstream.console.Commands.WrongOptionException;
import io.fairstream.query.records.Failure;
import io.fairstream.schemas.JsonException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Requests under {@code /api/v1/}, and the replies to them. */
final class Api {
    static final String PREFIX = "/api/v1/";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int LONGEST_REASON = 1000;

    private final Commands commands;
    private final ConsoleSettings settings;

    Api(Commands commands, ConsoleSettings settings) {
        this.commands = commands;
        this.settings = settings;
    }

    /**
     * Returns the question that a request's path and query describe.
     *
     * @param path below the prefix, still encoded
     * @param query still encoded; empty for none
     * @throws WrongOptionException if the answer does not exist in the requested form
     */
    static Asked asked(Viewer viewer, String path, String query) {
        List<String> words = Arrays.stream(path.split("/", -1))
                .filter(word -> !word.isEmpty())
                .map(Api::decoded)
                .toList();
        List<Question.Option> options = new ArrayList<>();
        List<Question.Option> window = new ArrayList<>();
        for (String pair : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
            if (!name.isEmpty()) {
                String value = equals < 0 ? "" : decoded(pair.substring(equals + 1));
                (name.startsWith("_") ? window : options).add(new Question.Option(name, value));
            }
        }
        return new Asked(viewer, new Question(words, options), Window.of(window));
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new WrongOptionException("\"" + text + "\" (expected: percent signs with two hexadecimal digits)");
        }
    }

    /** Returns the viewer and the available commands. */
    Reply me(Viewer viewer) {
        ObjectNode me = JSON.createObjectNode();
        me.put("principal", viewer.name());
        me.put("role", viewer.role().toString());
        me.put("edits", mayEdit(viewer));
        me.put("signsIn", settings.access().takesTokens());
        me.put("version", settings.version());
        me.put("bootstrap", settings.cluster());
        commands.names().forEach(me.putArray("commands")::add);
        UserViews.COMMON.stream().sorted().forEach(me.putArray("commonToUsers")::add);
        return Reply.json(me.toString());
    }

    boolean mayEdit(Viewer viewer) {
        return settings.isEditable() && viewer.isAdministrator();
    }

    /** Makes the edit that the body describes. */
    Reply edit(Viewer viewer, String body) {
        if (!mayEdit(viewer)) {
            return Reply.problem(
                    Reply.FORBIDDEN,
                    settings.isEditable()
                            ? "only administrators may make edits"
                            : "this console is read-only (expected: a console started with --allow-edits)");
        }
        try {
            JsonNode asked = JSON.readTree(body);
            String reason = asked.path("reason").asText().strip();
            if (reason.length() > LONGEST_REASON) {
                return Reply.problem(
                        Reply.BAD_REQUEST,
                        "reason: " + reason.length() + " letters (expected: at most " + LONGEST_REASON + ")");
            }
            List<String> words = new ArrayList<>();
            words.add(asked.path("command").asText());
            asked.path("arguments").forEach(word -> words.add(word.asText()));
            String by = viewer.name() == null ? System.getProperty("user.name") : Objects.requireNonNull(viewer.name());
            ObjectNode reply = JSON.createObjectNode();
            Commands.Made made = commands.edit(words, by, reason);
            ArrayNode rows = reply.putArray("rows");
            made.rows().forEach(row -> rows.addRawValue(new RawValue(row)));
            if (made.undo().isEmpty()) {
                reply.putNull("undo");
            } else {
                ObjectNode undo =
                        reply.putObject("undo").put("command", made.undo().get(0));
                ArrayNode arguments = undo.putArray("arguments");
                made.undo().stream().skip(1).forEach(arguments::add);
            }
            ArrayNode warnings = reply.putArray("warnings");
            made.warnings().forEach(warnings::add);
            return Reply.json(reply.toString());
        } catch (JsonProcessingException e) {
            return Reply.problem(Reply.BAD_REQUEST, "the body is not JSON: " + JsonException.words(e));
        } catch (UnknownCommandException | WrongOptionException e) {
            return Reply.problem(Reply.BAD_REQUEST, String.valueOf(e.getMessage()));
        } catch (Failure e) {
            return Reply.problem(Reply.REFUSED, String.valueOf(e.getMessage()));
        }
    }
}
