package io.fairstream.boinc;

/** Writer of XML in the format that BOINC's clients parse, with one element a line. */
final class ReplyText {
    static final String DECLARATION = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

    private final String root;
    private final StringBuilder text = new StringBuilder(DECLARATION);

    ReplyText(String root) {
        this.root = root;
        text.append('<').append(root).append(">\n");
    }

    ReplyText element(String name, String value) {
        text.append('<')
                .append(name)
                .append('>')
                .append(escape(value))
                .append("</")
                .append(name)
                .append(">\n");
        return this;
    }

    ReplyText element(String name, long value) {
        return element(name, Long.toString(value));
    }

    ReplyText flag(String name) {
        text.append('<').append(name).append("/>\n");
        return this;
    }

    /** Adds lines that the client reads without decoding. */
    ReplyText block(String name, String lines) {
        text.append('<')
                .append(name)
                .append(">\n")
                .append(lines.stripTrailing())
                .append("\n</");
        text.append(name).append(">\n");
        return this;
    }

    ReplyText open(String name) {
        text.append('<').append(name).append(">\n");
        return this;
    }

    ReplyText close(String name) {
        text.append("</").append(name).append(">\n");
        return this;
    }

    String end() {
        return close(root).text.toString();
    }

    private static String escape(String value) {
        return value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
