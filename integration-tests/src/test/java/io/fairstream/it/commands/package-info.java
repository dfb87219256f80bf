/** Commands of the command line, run in this process, against a broker and a topology. */
@NullMarked
package io.fairstream.it.commands;

import org.jspecify.annotations.NullMarked;
