package io.fairstream.query.shares;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairstream.query.records.JsonLines;
import io.fairstream.query.records.JsonLines.LineException;
import io.fairstream.rules.share.ShareTree.ShareNode;
import io.fairstream.rules.share.ShareTree.ShareNode.Kind;
import io.fairstream.schemas.JsonException;
import io.fairstream.schemas.PlainJson;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Reader of nodes in JSON: records of the topic {@code shares}, one a line, an array of them, or flux's tree
 * {@code {"root":{"bank":…,"shares":…,"children":[…]}}}. The usages in flux's tree are ignored.
 */
final class JsonNodes {
    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private final String file;
    private final Statement<ShareNode> statement;

    JsonNodes(String file, Statement<ShareNode> statement) {
        this.file = file;
        this.statement = statement;
    }

    void read(String text) throws IOException {
        JsonNode whole;
        try {
            whole = JSON.readTree(text);
        } catch (JsonProcessingException e) {
            readLines(text);
            return;
        }
        if (whole.path("root").isObject()) {
            bank(whole.get("root"), "");
        } else if (whole.has("associations") || whole.has("banks")) {
            statement.problem(
                    file, "export-json has no shares (expected: the tables of export-db, or a tree with a root)");
        } else if (whole.isArray()) {
            whole.forEach(this::element);
        } else {
            readLines(text);
        }
    }

    private void readLines(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try (JsonLines lines = JsonLines.of(file, new ByteArrayInputStream(bytes))) {
            while (lines.hasNext()) {
                try {
                    JsonLines.Line line = lines.next();
                    add(line.as(io.fairstream.schemas.ShareNode.class), file + ":" + line.number());
                } catch (LineException problem) {
                    statement.problem(problem);
                }
            }
        }
    }

    private void element(JsonNode node) {
        try {
            add(PlainJson.read(io.fairstream.schemas.ShareNode.class, node.toString()), file);
        } catch (JsonException problem) {
            statement.problem(file, problem.getMessage() + " in " + node);
        }
    }

    private void add(io.fairstream.schemas.ShareNode node, String place) {
        statement.add(node.getPath(), ShareRecords.node(node), place);
    }

    private void bank(JsonNode bank, String around) {
        if (!node(bank, "bank", Kind.BANK, around)) {
            refuseHeld(bank, around);
            return;
        }
        String path = around + bank.path("bank").asText();
        for (JsonNode child : bank.path("children")) {
            if (child.has("username")) {
                node(child, "username", Kind.USER, path + "/");
            } else {
                bank(child, path + "/");
            }
        }
    }

    private void refuseHeld(JsonNode bank, String around) {
        for (JsonNode child : bank.path("children")) {
            String name = stated(child.has("username") ? child.get("username") : child.path("bank"));
            statement.problem(file, name + ": in a rejected bank, " + within(around));
            refuseHeld(child, around);
        }
    }

    private static String within(String around) {
        return around.isEmpty() ? "the root" : "in " + around.substring(0, around.length() - 1);
    }

    /** Adds a node; returns true if it has a path. */
    private boolean node(JsonNode node, String field, Kind kind, String around) {
        JsonNode name = node.path(field);
        JsonNode shares = node.path("shares");
        if (!name.isTextual() || name.textValue().contains("/")) {
            statement.problem(
                    file, field + ": " + stated(name) + " (expected: a name without a slash), " + within(around));
            return false;
        }
        String path = around + name.textValue();
        if (shares.isNumber()) {
            statement.add(path, new ShareNode(path, kind, shares.doubleValue(), true), file);
        } else {
            statement.refuse(path, file, "shares: " + stated(shares) + " (expected: a number), " + path);
        }
        return true;
    }

    private static String stated(JsonNode node) {
        return node.isMissingNode() ? "missing" : node.toString();
    }
}
