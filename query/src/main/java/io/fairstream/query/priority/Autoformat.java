package io.fairstream.query.priority;

import io.fairstream.query.columns.Document;
import io.fairstream.schemas.Priority;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Selected attributes of each row in the format of {@code condor_userprio -autoformat}. Its letters, in any
 * combination: {@code l} label each value, {@code h} print headings, {@code V}, {@code r} or {@code o} write literals,
 * so that texts are quoted, {@code t} put a tab between values, {@code ,} a comma after each but the last, {@code n} a
 * newline, {@code g} a blank line before each row and nothing between values.
 */
public final class Autoformat {
    private static final String LETTERS = "lhVro,tng";

    private final List<Attribute> attributes;
    private final boolean isLabelled;
    private final boolean isHeaded;
    private final boolean isLiteral;
    private String before = " ";
    private String behind = "";
    private String rowBefore = "";

    /**
     * Creates the format; of contradicting letters the last one applies.
     *
     * @param names of attributes
     * @throws IllegalArgumentException if a letter or an attribute is unknown
     */
    public Autoformat(String letters, List<String> names) {
        letters.chars()
                .filter(letter -> LETTERS.indexOf(letter) < 0)
                .findFirst()
                .ifPresent(letter -> {
                    throw new IllegalArgumentException("\"" + (char) letter + "\" (expected: letters of " + LETTERS
                            + "; an account has no job ID)");
                });
        attributes = names.stream()
                .map(name ->
                        Attribute.named(name).orElseThrow(() -> new IllegalArgumentException(Attribute.refusal(name))))
                .toList();
        isLabelled = letters.contains("l");
        isHeaded = letters.contains("h");
        isLiteral = letters.matches(".*[Vro].*");
        letters.chars().forEach(this::separate);
    }

    private void separate(int letter) {
        switch (letter) {
            case ',' -> behind = ",";
            case 'n' -> behind = "\n";
            case 't' -> before = "\t";
            case 'g' -> {
                before = "";
                rowBefore = "\n";
            }
            default -> {}
        }
    }

    Document document(List<Priority> rows) {
        List<List<String>> all = new ArrayList<>();
        if (isHeaded) {
            all.add(attributes.stream().map(Attribute::ad).toList());
        }
        rows.forEach(row -> all.add(
                attributes.stream().map(attribute -> value(attribute, row)).toList()));
        List<UnaryOperator<String>> padding = padding(all);
        Document document = new Document();
        for (List<String> values : all) {
            StringBuilder text = new StringBuilder(rowBefore);
            for (int i = 0; i < values.size(); i++) {
                text.append(i == 0 ? "" : before)
                        .append(padding.get(i).apply(values.get(i)))
                        .append(i == values.size() - 1 ? "" : behind);
            }
            Arrays.stream(text.toString().split("\n", -1)).forEach(line -> document.say(line.stripTrailing()));
        }
        return document;
    }

    private String value(Attribute attribute, Priority row) {
        Object value = attribute.of(row);
        String text = isLiteral ? attribute.literal(row) : value == null ? "undefined" : value.toString();
        return isLabelled ? attribute.ad() + " = " + text : text;
    }

    /** Aligns values in columns below headings. */
    private List<UnaryOperator<String>> padding(List<List<String>> all) {
        List<UnaryOperator<String>> padding = new ArrayList<>();
        for (int i = 0; i < attributes.size(); i++) {
            int column = i;
            int width = all.stream()
                    .mapToInt(values -> values.get(column).length())
                    .max()
                    .orElse(0);
            padding.add(isHeaded ? value -> value + " ".repeat(width - value.length()) : value -> value);
        }
        return padding;
    }
}
