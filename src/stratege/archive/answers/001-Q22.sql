-- Q22. Les joueurs montés au-dessus de 1900 : leurs identifiants.
SELECT id_Joueur
FROM Joueur
WHERE niveau > 1900
ORDER BY id_Joueur;
