package io.fairstream.query.columns;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Ordered output of a command. Mutable. */
public final class Document {
    private final List<Section> sections = new ArrayList<>();

    /** Creates a document of these sections. */
    public static Document of(Section... sections) {
        Document document = new Document();
        document.sections.addAll(Arrays.asList(sections));
        return document;
    }

    public Document with(Report<?> report) {
        sections.add(report);
        return this;
    }

    public Document say(String text) {
        sections.add(Section.sentence(text));
        return this;
    }

    public Document warn(String text) {
        sections.add(new Section.Warning(text));
        return this;
    }

    /** Appends another document. */
    public Document with(Document other) {
        sections.addAll(other.sections);
        return this;
    }

    public List<Section> sections() {
        return List.copyOf(sections);
    }
}
