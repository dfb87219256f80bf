package io.fairstream.query;

import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Report;
import io.fairstream.query.columns.Section;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A document as programs and as people get it. */
public final class DocumentLines {
    private DocumentLines() {}

    /** The sentences, without blank lines. */
    public static List<String> sentences(Document document) {
        return document.sections().stream()
                .filter(Section.Sentence.class::isInstance)
                .map(section -> ((Section.Sentence) section).text())
                .filter(text -> !text.isEmpty())
                .toList();
    }

    /** The fields of each row. */
    public static List<Map<String, Object>> rows(Document document) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Section section : document.sections()) {
            if (section instanceof Report<?> report) {
                add(report, rows);
            }
        }
        return rows;
    }

    private static <R> void add(Report<R> report, List<Map<String, Object>> to) {
        report.rows().each(row -> to.add(report.fields(row)));
    }

    /** Returns some fields of each row of a part, side by side; a dash for a missing one. */
    public static List<String> part(Document document, String part, String... fields) {
        return rows(document).stream()
                .filter(row -> part.equals(row.getOrDefault("part", "")))
                .map(row -> Stream.of(fields)
                        .map(field -> String.valueOf(row.getOrDefault(field, "-")))
                        .collect(Collectors.joining(" ")))
                .toList();
    }
}
