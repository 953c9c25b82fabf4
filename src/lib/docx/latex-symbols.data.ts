/** Commands of LaTeX and amssymb for Greek letters and signs, as unicode-math names them; each ends with a blank. */
const LIST = `
α alpha β beta γ gamma δ delta ε varepsilon ζ zeta η eta θ theta ι iota κ kappa λ lambda μ mu ν nu ξ xi π pi ρ rho ς varsigma σ sigma τ tau
υ upsilon φ varphi χ chi ψ psi ω omega ϑ vartheta ϕ phi ϖ varpi ϱ varrho ϵ epsilon ϰ varkappa
Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Υ Upsilon Φ Phi Ψ Psi Ω Omega
∂ partial ∇ nabla ∞ infty ℏ hbar ℓ ell ℘ wp ∅ emptyset ∀ forall ∃ exists ∄ nexists ¬ neg ℵ aleph ∠ angle ⊤ top ⊥ bot
± pm ∓ mp × times ÷ div ∗ ast ⋆ star ∘ circ ∙ bullet ⋅ cdot · cdot ∩ cap ∪ cup ⊎ uplus ⊓ sqcap ⊔ sqcup ∨ vee ∧ wedge ∖ setminus ≀ wr
⊕ oplus ⊖ ominus ⊗ otimes ⊘ oslash ⊙ odot † dagger ‡ ddagger ⨿ amalg
≤ leq ≥ geq ≠ neq ≡ equiv ≈ approx ≅ cong ≃ simeq ∼ sim ∝ propto ≪ ll ≫ gg ≺ prec ≻ succ ⪯ preceq ⪰ succeq ⊂ subset ⊃ supset ⊆ subseteq
⊇ supseteq ⊊ subsetneq ⊋ supsetneq ∈ in ∉ notin ∋ ni ⊢ vdash ⊣ dashv ⊨ models ∣ mid ∥ parallel ≍ asymp ≐ doteq ⋈ bowtie ⩽ leqslant ⩾ geqslant ≲ lesssim
≳ gtrsim ∴ therefore ∵ because ≜ triangleq
← leftarrow → rightarrow ↔ leftrightarrow ⇐ Leftarrow ⇒ Rightarrow ⇔ Leftrightarrow ↑ uparrow ↓ downarrow ↕ updownarrow ⇑ Uparrow ⇓ Downarrow
↦ mapsto ⟶ longrightarrow ⟵ longleftarrow ⟹ Longrightarrow ⟸ Longleftarrow ⟺ Longleftrightarrow ⟼ longmapsto ↗ nearrow ↘ searrow ↙ swarrow ↖ nwarrow
⇌ rightleftharpoons ↪ hookrightarrow ↩ hookleftarrow
… ldots ⋯ cdots ⋮ vdots ⋱ ddots ′ prime √ surd △ triangle □ square ◇ diamond ‖ Vert ⟨ langle ⟩ rangle ⌈ lceil ⌉ rceil ⌊ lfloor ⌋ rfloor
∑ sum ∏ prod ∐ coprod ∫ int ∬ iint ∭ iiint ∮ oint ⋃ bigcup ⋂ bigcap ⨆ bigsqcup ⋁ bigvee ⋀ bigwedge ⨁ bigoplus ⨂ bigotimes ⨀ bigodot ⨄ biguplus
`.trim();

const WORDS = LIST.split(/\s+/);

export const LATEX_SYMBOLS: ReadonlyMap<string, string> = new Map(
  WORDS.flatMap((word, index) => (index % 2 === 0 ? [[word, `\\${WORDS[index + 1] ?? ''} `] as const] : [])),
);
