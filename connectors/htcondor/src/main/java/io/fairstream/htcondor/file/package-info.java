/** Entries of files, complete or growing, and the ClassAds in them: in the old syntax, in JSON and in XML. */
@NullMarked
package io.fairstream.htcondor.file;

import org.jspecify.annotations.NullMarked;
