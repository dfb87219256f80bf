@NullMarked
package io.fairstream.htcondor.history;

import org.jspecify.annotations.NullMarked;
